import * as authorize from './features/authorize/calls.ts'
import * as billing from './features/billing/calls.ts'
import * as billingLinks from './features/billing/link-calls.ts'
import * as breachedPasswords from './features/breached-passwords/calls.ts'
import * as cancel from './features/cancel/calls.ts'
import * as connectedApps from './features/connected-apps/calls.ts'
import * as details from './features/details/calls.ts'
import * as emailVideo from './features/email-video/calls.ts'
import * as feed from './features/feed/calls.ts'
import * as feedback from './features/feedback/calls.ts'
import * as gatewayNotices from './features/gateway-notices/calls.ts'
import * as mailBounces from './features/mail-bounces/calls.ts'
import * as outgoingMail from './features/outgoing-mail/calls.ts'
import * as passkeySignIn from './features/passkey-sign-in/calls.ts'
import * as passkeys from './features/passkeys/calls.ts'
import * as passwordReset from './features/password-reset/calls.ts'
import * as people from './features/people/calls.ts'
import * as peopleLinks from './features/people/link-calls.ts'
import * as plan from './features/plan/calls.ts'
import * as provisioning from './features/provisioning/calls.ts'
import * as reactivate from './features/reactivate/calls.ts'
import * as secondFactor from './features/second-factor/calls.ts'
import * as secondFactorDemand from './features/second-factor-demand/calls.ts'
import * as secondStep from './features/second-step/calls.ts'
import * as security from './features/security/calls.ts'
import * as securityLinks from './features/security/link-calls.ts'
import * as signIn from './features/sign-in/calls.ts'
import * as signUp from './features/sign-up/calls.ts'
import * as smtpConfirmation from './features/smtp-confirmation/calls.ts'
import * as stepUp from './features/step-up/calls.ts'
import * as tokens from './features/tokens/calls.ts'
import * as webinars from './features/webinars/calls.ts'
import { type AccountCall, type Call, isCall, isInReference, type OpenCall } from './wire/call.ts'

/**
 * Every call that a feature describes, for the server's start, the API reference and the tests. Pages import only the
 * calls they make, to keep their scripts small.
 */
export const allCalls = [
  authorize,
  billing,
  billingLinks,
  breachedPasswords,
  cancel,
  connectedApps,
  details,
  emailVideo,
  feed,
  feedback,
  gatewayNotices,
  mailBounces,
  outgoingMail,
  passkeySignIn,
  passkeys,
  passwordReset,
  people,
  peopleLinks,
  plan,
  provisioning,
  reactivate,
  secondFactorDemand,
  secondFactor,
  secondStep,
  security,
  securityLinks,
  signIn,
  signUp,
  smtpConfirmation,
  stepUp,
  tokens,
  webinars,
]
  .flatMap((feature) => Object.values<unknown>(feature))
  .filter((value): value is AccountCall | OpenCall => isCall(value))

/** The calls that people make about their own account. */
export const accountCalls = allCalls.filter((call): call is AccountCall => 'names' in call)

/** The calls that the API reference shows. */
export const referenceCalls = (allCalls as Call[]).filter(isInReference)
