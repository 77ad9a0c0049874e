export const personGone = 'This person is no longer in the account. Reload the page.'
export const notJoined = 'This person has not joined the account yet.'
export const ownsAlready = 'This person already owns the account.'
export const hasJoined = 'This person has already joined the account.'
export const nobodyFits = 'There is nobody in the account for whom this can be done.'
export const nothingToSave = 'On hold, this plan would cost as much as now.'
export const needsRole = (role: string) => `Needs the role ${role}.`
export const alreadyCanceled = (lastDay: string, reference: string) =>
  `The subscription is already canceled and runs through ${lastDay}. Reference number: ${reference}.`
export const endedByCancellation = (lastDay: string, reference: string) =>
  `The subscription was canceled and has ended. Its last day was ${lastDay}. Reference number: ${reference}.`
export const nothingPaused = 'No hold is open that could be ended.'
export const nothingToPay = 'The account has no bill that can be paid now.'
export const noFactor = 'This person has neither an authenticator app nor a passkey.'
/** `when`: the moment at which it is over. */
export const recoveryRuns = (when: string) =>
  `This was already requested. The second factor will be removed on ${when}.`
export const notBounced = 'No email to this person has bounced.'
export const contactNotBounced = 'No email to the billing contact has bounced.'
