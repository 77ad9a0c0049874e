/** How a call is reached: all that a page needs of it. Its schemas stay with the server and the reference. */
export type Address = {
  method: 'GET' | 'POST'
  path: string
  /** How the body travels. */
  encoding: 'none' | 'json' | 'multipart' | 'urlencoded'
  /** The key under which this call's page reads a refusal; partners read `error_description` beside a code. */
  words: 'errors' | 'error' | 'error_description'
  /** The key that every good answer has. */
  answers: string
}

const form = { method: 'POST', encoding: 'multipart', words: 'errors', answers: 'data' } as const
const json = { ...form, encoding: 'json' } as const
const read = { method: 'GET', encoding: 'none', words: 'error', answers: 'data' } as const

export const signInAddress = { ...form, path: '/rest/auth/login/' } as const
export const findAccountsAddress = {
  ...form,
  path: '/rest/auth/check_agent_email/',
  answers: 'login_data_list',
} as const
export const lookUpEmailAddress = { ...form, path: '/rest/auth/get-login-info-by-email/' } as const
export const signUpContextAddress = {
  ...read,
  path: '/rest/auth/get-signup-context/',
  answers: 'prices',
} as const
export const saveUnfinishedAddress = { ...json, path: '/rest/auth/sign-up/' } as const
export const requestResumeAddress = { ...json, path: '/rest/auth/sign-up/resume/' } as const
export const resumeSignUpAddress = { ...json, path: '/rest/auth/sign-up/resume/:linkToken/' } as const
export const submitSignUpAddress = { ...json, path: '/rest/auth/sign-up/submit/' } as const
export const followSetUpAddress = { ...read, path: '/rest/auth/sign-up/set-up/' } as const
export const requestResetAddress = { ...form, path: '/rest/auth/password_reset/' } as const
export const checkResetLinkAddress = {
  ...read,
  path: '/rest/auth/password_reset/confirm/:linkToken/',
} as const
export const chooseNewPasswordAddress = { ...form, path: checkResetLinkAddress.path } as const
export const webinarStatusAddress = {
  ...read,
  path: '/rest/webinars/check-status/',
  words: 'errors',
  answers: 'webinars',
} as const
export const giveFeedbackAddress = { ...form, path: '/rest/feedback/' } as const
export const saveOutgoingMailAddress = { ...json, path: '/rest/account/outgoing-mail/' } as const
export const readOutgoingMailAddress = {
  ...read,
  words: 'errors',
  path: '/rest/account/outgoing-mail/',
} as const
export const checkOutgoingMailAddress = {
  ...form,
  encoding: 'none',
  path: '/rest/account/outgoing-mail/check/',
} as const
export const removeOutgoingMailAddress = {
  ...form,
  encoding: 'none',
  path: '/rest/account/outgoing-mail/remove/',
} as const
export const confirmSmtpSettingsAddress = {
  method: 'POST',
  encoding: 'none',
  words: 'error',
  answers: 'data',
  path: '/rest/infrastructure/confirm-smtp-settings/:linkToken/',
} as const
export const authorizeAddress = {
  ...json,
  path: '/rest/oauth/authorize/',
  words: 'error',
  answers: 'redirect_uri',
} as const
export const authorizeZapierAddress = {
  ...authorizeAddress,
  path: '/rest/oauth/authorize-zapier/',
} as const
export const confirmEmailVideoAddress = {
  ...form,
  path: '/integrations/bombbomb/validate_pin/',
  answers: 'redirect_uri',
} as const
export const disconnectAppAddress = { ...json, path: '/rest/account/apps/disconnect/' } as const

export const invitePersonAddress = { ...json, path: '/rest/account/people/invite/' } as const
export const resendInvitationAddress = { ...json, path: '/rest/account/people/resend/' } as const
export const withdrawInvitationAddress = { ...json, path: '/rest/account/people/withdraw/' } as const
export const removePersonAddress = { ...json, path: '/rest/account/people/remove/' } as const
export const handOverAddress = { ...json, path: '/rest/account/people/hand-over/' } as const
export const joinAddress = { ...form, path: '/rest/account/invitation/:linkToken/' } as const

export const endSessionAddress = { ...json, path: '/rest/account/sessions/end/' } as const
export const endOtherSessionsAddress = { ...json, path: '/rest/account/sessions/end-others/' } as const
export const changePasswordAddress = { ...json, path: '/rest/account/password/' } as const
export const askForEmailAddress = { ...json, path: '/rest/account/email/' } as const
export const stopEmailChangeAddress = { ...json, path: '/rest/account/email/stop/' } as const
export const confirmEmailAddress = { ...json, path: '/rest/account/email/confirm/:linkToken/' } as const
export const changeTimeZoneAddress = { ...json, path: '/rest/account/time-zone/' } as const

export const updateCardAddress = { ...json, path: '/rest/account/card/' } as const
export const payOpenAddress = { ...json, path: '/rest/account/pay/' } as const
export const balanceAddress = { ...read, words: 'errors', path: '/rest/account/balance/' } as const
export const payByLinkAddress = { ...json, path: '/rest/pay/:linkToken/' } as const
export const payWithCardByLinkAddress = { ...json, path: '/rest/pay/:linkToken/card/' } as const
export const balanceOfLinkAddress = {
  ...read,
  words: 'errors',
  path: '/rest/pay/:linkToken/balance/',
} as const

export const cancelAddress = { ...json, path: '/rest/account/cancel/' } as const
export const undoCancelAddress = { ...json, path: '/rest/account/cancel/undo/' } as const
export const holdAddress = { ...json, path: '/rest/account/hold/' } as const
export const endHoldAddress = { ...json, path: '/rest/account/hold/end/' } as const
export const changePlanAddress = { ...json, path: '/rest/account/plan/' } as const
export const keepPlanAddress = { ...json, path: '/rest/account/plan/keep/' } as const
export const reactivateAddress = { ...json, path: '/rest/account/reactivate/' } as const
export const reactivateWithCardAddress = { ...json, path: '/rest/account/reactivate/card/' } as const

/** Puts the parts of an address into its path: `/confirm/:linkToken/` → `/confirm/abc/`. */
export function addressOf(path: string, parts: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''))
}
