import { FACTOR_RECOVERY_HOURS, FACTOR_RECOVERY_HOURS_AFTER_RESET } from '#contract/calendar/lifetimes.ts'

/** What operators can do for the people of an account: its name in a link, and in words. */
export const actions = {
  mail: 'Send an email again',
  'email-works': 'Note that an email works again',
  unlock: 'Let a person try to sign in again',
  sessions: 'End sessions',
  'reset-link': 'Send a link to set a new password',
  'pay-link': 'Send a link to pay the open bill',
  recovery: `Remove a lost second factor after ${FACTOR_RECOVERY_HOURS} or ${FACTOR_RECOVERY_HOURS_AFTER_RESET} hours`,
  invite: 'Invite a person',
  'hand-over': 'Hand the account over to another person',
  'withdraw-hand-over': 'Withdraw the hand-over',
} as const
export type Action = keyof typeof actions

export function actionIn(text: string | undefined): Action | undefined {
  return text !== undefined && Object.hasOwn(actions, text) ? (text as Action) : undefined
}
