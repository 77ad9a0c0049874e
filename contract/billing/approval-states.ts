/** What becomes of money that an operator asks for. Agreed: the bank has not answered yet. */
export const approvalStates = {
  asked: 'Waiting for a second operator',
  agreed: 'Waiting for the bank',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  done: 'Done',
  failed: 'Refused by the bank',
} as const
export type ApprovalState = keyof typeof approvalStates
