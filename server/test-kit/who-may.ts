import { accountPages } from '#contract/accounts/account-pages.ts'
import * as details from '#contract/features/details/calls.ts'
import * as passkeys from '#contract/features/passkeys/calls.ts'
import * as people from '#contract/features/people/calls.ts'
import * as secondFactor from '#contract/features/second-factor/calls.ts'
import * as factorDemand from '#contract/features/second-factor-demand/calls.ts'
import * as security from '#contract/features/security/calls.ts'
import { pages } from '#contract/pages.ts'
import { nameOf, type Route } from './recorded-routes.ts'
import type { Tenant } from './tenants.ts'

/**
 * Who may call a route.
 * `everyone`: reveals nothing about any account. `secret`: requires the secret in the URL, the body or a
 * header.
 * `demo`: only in the embedded mode. `own`: requires a session, and concerns that session's account only.
 */
export type Access = 'everyone' | 'secret' | 'demo' | Own
export type Own = {
  kind: 'own'
  /** For a request that names an object (an id, a number): the same request naming this tenant's object. */
  names?: (tenant: Tenant) => Named
}
export type Named = { parts?: Record<string, string>; body?: Record<string, unknown> }

const own: Own = { kind: 'own' }
const naming = (names: NonNullable<Own['names']>): Own => ({ kind: 'own', names })
const call = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** Every route must be in one of these lists for its test to pass: who may call it, and what it names. */
export function accessOf(address: string): Access | undefined {
  if (Object.hasOwn(owns, address)) return owns[address]
  if (pagesOfAccounts.has(address)) return own
  if (secrets.includes(address)) return 'secret'
  if (/^\w+ \/(?:dev|demo)\//.test(address)) return 'demo'
  return everyone.some((open) =>
    open.endsWith('*') ? address.startsWith(open.slice(0, -1)) : open === address,
  )
    ? 'everyone'
    : undefined
}

const pagesOfAccounts = new Set(
  (Object.keys(accountPages) as (keyof typeof accountPages)[]).map((name) => `GET ${pages[name]}`),
)

const owns: Record<string, Own> = {
  'GET /account/activity/activity.csv': own,
  'POST /account/sign-out/': own,
  'POST /account/sign-out-everywhere/': own,
  [call(details.saveOwnName)]: own,
  [call(details.saveAccountDetails)]: own,
  [call(details.saveBillingDetails)]: own,
  [call(people.invitePerson)]: own,
  [call(people.resendInvitation)]: naming(({ invitedId }) => ({ body: { agent_id: invitedId } })),
  [call(people.withdrawInvitation)]: naming(({ invitedId }) => ({ body: { agent_id: invitedId } })),
  [call(people.removePerson)]: naming(({ userId }) => ({ body: { agent_id: userId } })),
  [call(people.changeRole)]: naming(({ userId }) => ({ body: { agent_id: userId, role: 'billing' } })),
  [call(people.assignDialer)]: naming(({ userId }) => ({
    body: { agent_id: userId, item: 'triple', place: 1 },
  })),
  [call(people.takeDialer)]: naming(({ userId }) => ({ body: { agent_id: userId, item: 'triple' } })),
  [call(people.handOver)]: naming(({ userId }) => ({ body: { agent_id: userId, password: 'password1' } })),
  [call(security.endSession)]: naming(({ sessionId }) => ({ body: { session_id: sessionId } })),
  [call(security.endOtherSessions)]: own,
  [call(security.nameDevice)]: naming(({ sessionId }) => ({
    body: { session_id: sessionId, name: 'Laptop' },
  })),
  [call(security.forgetDevice)]: naming(({ trustedId }) => ({ body: { device_id: trustedId } })),
  [call(security.changePassword)]: own,
  [call(security.askForEmail)]: own,
  [call(security.stopEmailChange)]: own,
  [call(security.testEmail)]: own,
  [call(security.changeTimeZone)]: own,
  [call(secondFactor.startSecondFactor)]: own,
  [call(secondFactor.turnOnSecondFactor)]: own,
  [call(secondFactor.renewRecoveryCodes)]: own,
  [call(secondFactor.turnOffSecondFactor)]: own,
  [call(secondFactor.keepSecondFactor)]: own,
  'POST /rest/account/step-up/': own,
  'POST /rest/account/step-up/passkey/': own,
  [call(passkeys.startPasskey)]: own,
  [call(passkeys.addPasskey)]: own,
  [call(passkeys.renamePasskey)]: naming(({ passkeyId }) => ({
    body: { passkey_id: passkeyId, name: 'Key' },
  })),
  [call(passkeys.removePasskey)]: naming(({ passkeyId }) => ({ body: { passkey_id: passkeyId } })),
  [call(passkeys.recoverPasskeys)]: own,
  [call(passkeys.answerPasskeyOffer)]: own,
  [call(factorDemand.demandSecondFactor)]: own,
  [call(factorDemand.withdrawFactorDemand)]: own,
  'POST /rest/account/apps/disconnect/': naming(({ appKey }) => ({ body: { app: appKey } })),
  [`GET ${pages.bill}`]: naming(({ invoiceNumber }) => ({ parts: { number: invoiceNumber } })),
  [`GET ${pages['credit-note']}`]: naming(({ creditNoteNumber }) => ({
    parts: { number: creditNoteNumber },
  })),
  'GET /account/billing/credit-notes/:number/credit-note.pdf': naming(({ creditNoteNumber }) => ({
    parts: { number: creditNoteNumber },
  })),
  'GET /account/billing/bills/:number/bill.pdf': naming(({ invoiceNumber }) => ({
    parts: { number: invoiceNumber },
  })),
  'POST /rest/account/card/': own,
  'POST /rest/account/pay/': own,
  'GET /rest/account/balance/': own,
  'POST /rest/account/plan/': own,
  'POST /rest/account/plan/keep/': own,
  'POST /rest/account/cancel/': own,
  'POST /rest/account/cancel/undo/': own,
  'POST /rest/account/hold/': own,
  'POST /rest/account/hold/end/': own,
  'POST /rest/account/reactivate/': own,
  'POST /rest/account/reactivate/card/': own,
  'GET /rest/account/outgoing-mail/': own,
  'POST /rest/account/outgoing-mail/': own,
  'POST /rest/account/outgoing-mail/check/': own,
  'POST /rest/account/outgoing-mail/remove/': own,
}

const secrets = [
  // Requires the cookie of a correct password.
  'GET /login/second-step/',
  'POST /login/second-step/',
  'GET /login/second-step/set-up/',
  'POST /login/second-step/set-up/',
  'POST /rest/auth/second-step/',
  'POST /rest/auth/second-step/passkey/start/',
  'POST /rest/auth/second-step/passkey/',
  'POST /rest/auth/second-step/recovery/',
  'GET /login/second-step/keep/:linkToken/',
  'POST /login/second-step/keep/:linkToken/',
  'POST /rest/auth/second-step/keep/:linkToken/',
  // Requires the gateway's signature.
  'POST /rest/gateway/notices/',
  'POST /rest/mail/bounces/',
  'GET /pay/:linkToken/',
  'POST /rest/pay/:linkToken/',
  'POST /rest/pay/:linkToken/card/',
  'GET /rest/pay/:linkToken/balance/',
  // A receipt that anyone with its link can check.
  'GET /cancellation/:reference/',
  // Requires a partner's one-time code.
  'GET /integrations/bombbomb/redirect_uri/',
  'POST /integrations/bombbomb/redirect_uri/',
  'POST /integrations/bombbomb/validate_pin/',
  'GET /account/email/:linkToken/',
  'POST /account/email/:linkToken/',
  'POST /rest/account/email/confirm/:linkToken/',
  'GET /account/email-works/:linkToken/',
  'POST /account/email-works/:linkToken/',
  'POST /rest/account/email/works/:linkToken/',
  'GET /account/invitation/:linkToken/',
  'POST /account/invitation/:linkToken/',
  'POST /rest/account/invitation/:linkToken/',
  'GET /account/hand-over/:linkToken/',
  'POST /account/hand-over/:linkToken/',
  'GET /not-me/:linkToken/',
  'POST /not-me/:linkToken/',
  'GET /password-reset/confirm/:linkToken/',
  'POST /password-reset/confirm/:linkToken/',
  'GET /rest/auth/password_reset/confirm/:linkToken/',
  'POST /rest/auth/password_reset/confirm/:linkToken/',
  'GET /sign-up/resume/:linkToken/',
  'POST /rest/auth/sign-up/resume/:linkToken/',
  'POST /rest/infrastructure/confirm-smtp-settings/:linkToken/',
  'GET /single/smtp-settings-confirmation/:linkToken/',
  'POST /single/smtp-settings-confirmation/:linkToken/',
  // Requires a partner's access token, or its own secret.
  'GET /api/me',
  // Requires a key of the feed.
  'GET /api/events',
  'GET /api/entitlements',
  'GET /api/accounts/:number/entitlements',
  'POST /oauth/introspect',
  'POST /oauth/revoke',
  'POST /oauth/token',
]

const everyone = [
  'GET /health',
  'GET /ready',
  'GET /metrics',
  'GET /assets/*',
  'GET /robots.txt',
  'GET /icon.svg',
  'GET /social-card.png',
  'GET /site/*',
  'GET /.well-known/*',
  'GET /openapi/',
  'GET /openapi.json',
  'GET /browser_select/',
  'GET /single/training-webinars/',
  'GET /rest/webinars/check-status/',
  'GET /single/cancellation-feedback/',
  'GET /single/cancellation-feedback/form/',
  'POST /single/cancellation-feedback/form/',
  'POST /rest/feedback/',
  'GET /rest/auth/breached-passwords/:prefix/',
  'GET /login/',
  'POST /login/',
  'POST /rest/auth/login/',
  'POST /rest/auth/check_agent_email/',
  'POST /rest/auth/passkey/start/',
  'POST /rest/auth/passkey/',
  'GET /password-reset/',
  'POST /password-reset/',
  'POST /rest/auth/password_reset/',
  'GET /sign-up/',
  'GET /sign-up/review/',
  'GET /sign-up/:step',
  'GET /sign-up/:step/',
  'POST /rest/auth/get-login-info-by-email/',
  'GET /rest/auth/get-signup-context/',
  'POST /rest/auth/sign-up/',
  'POST /rest/auth/sign-up/resume/',
  'GET /rest/auth/sign-up/set-up/',
  'POST /rest/auth/sign-up/submit/',
  'GET /oauth/authorize/',
  'GET /oauth/zapier_authorize/',
  'POST /rest/oauth/authorize/',
  'POST /rest/oauth/authorize-zapier/',
]

/** Who may ask at a route of the server. */
export function whoMay(route: Pick<Route, 'method' | 'url'>): Access | undefined {
  return accessOf(nameOf(route))
}
