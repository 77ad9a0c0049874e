export const wrongCredentials = 'The email or the password is wrong, or this operator is disabled.'
export const stepOver = 'This sign-in was completed or has expired. Enter your password again.'
export const wrongCode =
  'This code is wrong, too old, or was already used. Enter the one that the app shows now.'
export const linkOver =
  'This link has been used or has expired. If you already set up your access, sign in. Otherwise, ask an admin for a new link.'
export const passkeyRefused = 'This passkey was not accepted. Try again, or use a code.'
export const tooManyPasskeys = 'You have as many passkeys as are allowed. Remove one first.'
export const signedOut = 'You are signed out. Sign in to the desk again.'
export const roleForbidden = (role: string) => `This needs the role ${role}. Your role may have been changed.`
