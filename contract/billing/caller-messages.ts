/** Why an operator cannot do something for a caller, under the names of the customer's own messages. */
export const callerMessages = {
  nothingToCancel: 'There is no active subscription to cancel.',
  nothingToUndo: 'There is no cancellation to undo, or its last day has passed.',
  nothingToHold: 'There is no active subscription to put on hold.',
  nothingHeld: 'There is no active subscription, so nothing is on hold.',
  planIsCanceled: 'The subscription is canceled. Undo the cancellation first.',
  alreadyHeld:
    'The plan is on hold, or was within the last month. A hold lasts up to three months, with a full month between two.',
  paymentUnderWay: 'A payment is being confirmed right now. Wait a minute and try again.',
  unpaid: 'The bill of this month is unpaid. The plan can go on hold once it is paid.',
  endHoldWhenPaid: 'The bill of this month is not paid yet. The hold can be ended once it is.',
} as const
