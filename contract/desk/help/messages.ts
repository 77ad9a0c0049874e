export const personGone = 'This person is no longer in the account. Reload the page.'
export const notJoined = 'This person has not joined the account yet.'
export const ownsAlready = 'This person already owns the account.'
export const nothingToPay = 'The account has no bill that can be paid now.'
export const noFactor = 'This person has neither an authenticator app nor a passkey.'
/** `when`: the moment at which it is over. */
export const recoveryRuns = (when: string) =>
  `This was already requested. The second factor will be removed on ${when}.`
export const notBounced = 'No email to this person has bounced.'
