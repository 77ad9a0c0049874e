/** Messages that any call may return. */

export const unreadable = 'The request could not be read. Please reload the page and try again.'
export const tooLarge = 'The request is too large.'
export const headersTooLong =
  'The address or the cookies that your browser has sent are too long. Open our home page, or delete the cookies of this site, and try again.'
export const tooSlow = 'The request took too long to arrive. Please try again.'
export const wrongEncoding = 'The content type of the request is not supported here.'
export const forbiddenCharacter = 'One character in this text cannot be saved. Remove it and try again.'
export const wrongOrigin =
  'This request did not come from our own pages. Please reload the page and try again.'
export const signedOut = 'You have been signed out. Please sign in again.'
export const otherPerson =
  'You have signed in as someone else in this browser since you opened this page. Reload it before you go on.'
export const wrongScope = 'This is not available for your account right now.'
export const conflict =
  'This changed while you had it open. Reload the page and check it before you try again.'
export const roleForbidden = 'Your role in the account does not allow this.'
export const stepUp = 'Confirm that it is you, then try again. Nothing was changed.'
export const readOnlyView = 'This is a read-only view. Nothing was changed.'
export const hasChanged = 'This changed after you opened the page. Nothing was done.'
export const notFound = 'This does not exist, or no longer does.'
export const tryLater = (minutes: number) =>
  `Too many attempts. Please wait ${formatWait(minutes)} and try again.`
/** For forms where a mailed reset link lifts the limit at once. */
export const tryLaterOrReset = (minutes: number) =>
  `${tryLater(minutes)} To sign in sooner, reset your password.`

function formatWait(minutes: number): string {
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}
export const busy = 'We are very busy right now. Please try again in a moment.'
export const unavailable = 'This is not available right now. Please try again in a moment.'
export const broken =
  'Something went wrong on our side. Please try again. If it happens again, contact support.'
