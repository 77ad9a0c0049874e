/** Messages for partners and for people who connect them. */

export const partnerUnknown =
  'We do not recognize the partner that sent you here. Please go back and start again, or tell the partner: its client_id is not registered with us.'
export const partnerShutOut =
  'This partner cannot be connected right now. Please contact the partner or our support team.'
export const redirectUriUnknown =
  'The partner wants to send you to an address that it has not registered with us, so we stopped here. Please tell the partner: its redirect_uri does not match.'
export const partnerAskedForNoCode =
  'The partner sent a request that we do not support. Please tell the partner: response_type must be code.'
export const partnerAskedForTooMuch =
  'The partner asked for more access than it is allowed. Please tell the partner: its scope is not allowed.'
export const partnerNeedsChallenge =
  'The partner sent a request without a required security code. Please tell the partner: code_challenge is missing.'
export const partnerChallengeWrong =
  'The partner sent a request that is not secure. Please tell the partner: code_challenge must be 43 characters, and code_challenge_method must be S256.'
export const partnerStateTooLong =
  'The partner sent a request that is too long. Please tell the partner: its state is longer than 4000 characters.'
export const accountSuspended = (brandName: string) =>
  `Account suspended. Please pay for the services to continue using ${brandName}.`
export const accountEnded =
  'This account has ended. Please sign in and reactivate it, then connect the partner.'
export const accountBeingSetUp =
  'This account is still being set up. Please wait for your confirmation email, then connect the partner.'
export const signUpFirst =
  'The sign-up for this account is not finished. Please finish it, then connect the partner.'
export const accountClosed = 'This account is closed. Please contact our support team by phone.'
export const pinDoesNotFit =
  'We could not find an account with this number that can be connected. Please check the six digits.'
export const connectedAlready = (name: string) =>
  `This account is already connected to ${name}. To connect it again, its owner or an admin must first sign in and disconnect ${name} under Connected apps. Then submit this page again.`
export const partnerCodeSpent =
  'This page has already been used, or there were too many attempts. Please start again from the partner.'
export const partnerRefusedCode =
  'The partner did not accept its own code. It may have expired. Please start again from the partner.'
export const partnerAway =
  'The partner did not answer, and nothing was connected. Please try again in a minute.'
export const partnerUnproven = 'The client is unknown or disabled, or its secret is wrong.'
export const tokenInvalid = 'The token is unknown, expired or revoked.'
export const tokenOfSuspended =
  'The account is suspended. The connection is still valid. Try again after the account has paid.'
export const tokenTooNarrow = 'The token does not have the scope that this call needs.'
