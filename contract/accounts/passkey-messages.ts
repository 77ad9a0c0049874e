/** Messages about passkeys, for every page that uses one. */

export const passkeyUnknown =
  'This passkey no longer works here. It may have been removed. Sign in with your email and password.'
export const passkeyRefused = 'Your passkey could not be checked. Please try again.'
export const passkeyOfOther = 'This passkey is for another account. Choose the passkey of this account.'
export const passkeyNotHere = (url: string) => `Passkeys do not work at this address. Open ${url} instead.`
export const passkeyUnsupported = 'This browser does not support passkeys.'
export const passkeyNotFound =
  'No passkey was used. Sign in with your email and password, or press the button again to use a passkey from your phone or a security key.'
export const passkeyBlocked = 'Your browser did not allow passkeys on this page.'
export const passkeyAlreadyThere = 'This device already has a passkey for your account.'
export const passkeyNotMade = 'No passkey was created. Please try again.'
export const passkeyGone = 'This passkey was already removed. Please reload the page.'
export const hasOtherWay =
  'You can confirm changes without a passkey, so you can remove your passkeys yourself. Please reload the page.'
export const tooManyPasskeys = (most: number) =>
  `You have ${most} passkeys, which is the most you can have. Remove one first.`
export const noAuthenticator =
  'Nothing on this device can keep a passkey. Turn on its screen lock, or use a phone or a security key.'
