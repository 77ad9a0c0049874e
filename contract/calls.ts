import * as authorize from '#contract/features/authorize.ts'
import * as billing from '#contract/features/billing.ts'
import * as billingLinks from '#contract/features/billing-links.ts'
import * as breachedPasswords from '#contract/features/breached-passwords.ts'
import * as cancel from '#contract/features/cancel.ts'
import * as connectedApps from '#contract/features/connected-apps.ts'
import * as details from '#contract/features/details.ts'
import * as emailVideo from '#contract/features/email-video.ts'
import * as feed from '#contract/features/feed.ts'
import * as feedback from '#contract/features/feedback.ts'
import * as gatewayNotices from '#contract/features/gateway-notices.ts'
import * as mailBounces from '#contract/features/mail-bounces.ts'
import * as outgoingMail from '#contract/features/outgoing-mail.ts'
import * as passkeySignIn from '#contract/features/passkey-sign-in.ts'
import * as passkeys from '#contract/features/passkeys.ts'
import * as passwordReset from '#contract/features/password-reset.ts'
import * as people from '#contract/features/people.ts'
import * as peopleLinks from '#contract/features/people-links.ts'
import * as plan from '#contract/features/plan.ts'
import * as provisioning from '#contract/features/provisioning.ts'
import * as reactivate from '#contract/features/reactivate.ts'
import * as secondFactor from '#contract/features/second-factor.ts'
import * as secondFactorDemand from '#contract/features/second-factor-demand.ts'
import * as secondStep from '#contract/features/second-step.ts'
import * as security from '#contract/features/security.ts'
import * as securityLinks from '#contract/features/security-links.ts'
import * as signIn from '#contract/features/sign-in.ts'
import * as smtpConfirmation from '#contract/features/smtp-confirmation.ts'
import * as stepUp from '#contract/features/step-up.ts'
import * as tokens from '#contract/features/tokens.ts'
import * as webinars from '#contract/features/webinars.ts'
import * as signUp from './features/sign-up/calls.ts'
import { type AccountCall, type Call, isCall, isInReference, type OpenCall } from './wire/call.ts'

/**
 * Every described call, for the server's start, the API reference and the tests. Pages import only the calls
 * they make, to keep their scripts small.
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
