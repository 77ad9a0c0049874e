/** What any call may say. */

export const unreadable = 'The request could not be read. Please reload the page and try again.'
export const tooLarge = 'The request is larger than this service accepts.'
export const wrongEncoding = 'The request has a content type that this address does not take.'
export const forbiddenCharacter = 'Remove the character that cannot be stored and try again.'
export const wrongOrigin =
  'This request did not come from our own pages. Please reload the page and try again.'
export const signedOut = 'You have been signed out. Please sign in again.'
export const wrongScope = 'This is not open to your sign-in.'
export const ownerOnly = 'Only the owner of the account can do this.'
export const notFound = 'There is nothing at this address.'
export const tryLater = (minutes: number) =>
  `Too many tries. Please wait ${formatWait(minutes)} and try again.`
/** Where a mail opens the way at once. */
export const tryLaterOrReset = (minutes: number) =>
  `${tryLater(minutes)} To get in sooner, reset your password.`

function formatWait(minutes: number): string {
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}
export const busy = 'We are very busy right now. Please try again in a moment.'
export const unavailable = 'This is not available right now. Please try again in a moment.'
export const broken =
  'Something went wrong on our side. Please try again; if it happens again, contact support.'
