/** Messages for sign-in, password reset and expired pages. */

export const invalidLogin = 'Invalid login/password'
export const sessionEnded = 'Your session has ended. Please sign in again.'
export const chooseAccount = 'Choose which account to use.'
export const resetLinkInvalid =
  'Unfortunately the link did not work. Please, attempt to restore the password once more'
export const resetLinkUsed =
  'This link has already been used, so your password may already be changed. Try to sign in with the password you just chose, or ask for a new link.'
export const partnerPageInvalid = 'Oops! Page is no longer valid.'
export const pageDoesNotExist = 'Page does not exist'
