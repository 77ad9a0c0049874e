/** Partners, and the people who let them in. */

export const partnerUnknown =
  'We do not know the partner that sent you here. Please go back and start again, or tell the partner: its client_id is not registered with us.'
export const partnerShutOut =
  'This partner cannot be let in at the moment. Please ask the partner, or our support team.'
export const redirectUriUnknown =
  'The partner asked to send you to an address that it has not registered with us, so we do not go there. Please tell the partner: its redirect_uri does not match.'
export const partnerAskedForNoCode =
  'The partner asked in a way that we do not support. Please tell the partner: response_type must be code.'
export const partnerAskedForTooMuch =
  'The partner asked for more than it may do. Please tell the partner: its scope is not allowed.'
export const partnerNeedsChallenge =
  'The partner left out a protection that it needs. Please tell the partner: code_challenge is missing.'
export const partnerChallengeWrong =
  'The partner asked in a way that is not safe. Please tell the partner: code_challenge must be 43 characters, and code_challenge_method must be S256.'
export const partnerStateTooLong =
  'The partner asked in a way that we cannot answer. Please tell the partner: its state is longer than 4000 characters.'
export const accountSuspended = (brandName: string) =>
  `Account suspended. Please pay for the services to continue using ${brandName}.`
export const accountEnded =
  'This account has ended. Please sign in and reactivate it, then let the partner in.'
export const accountBeingSetUp =
  'This account is still being set up. Please wait for your confirmation e-mail, then let the partner in.'
export const signUpFirst =
  'This account is waiting for its sign-up. Please finish it, then let the partner in.'
export const accountClosed = 'This account is closed. Please contact our support team by phone.'
export const pinDoesNotFit = 'No account that can be connected has this number. Please check its six digits.'
export const partnerCodeSpent =
  'This page was used already, or tried too often. Please start again at the partner.'
export const partnerRefusedCode =
  'The partner did not accept its own code: it may be too old. Please start again at the partner.'
export const partnerAway = 'The partner did not answer, and nothing was linked. Please try again in a minute.'
export const partnerUnproven = 'The client is unknown, shut out, or its secret does not fit.'
export const tokenInvalid = 'The token is unknown, expired or revoked.'
export const tokenOfSuspended =
  'The account is suspended. The connection is still good: try again when the account has paid.'
export const tokenTooNarrow = 'The token was not granted for this.'
