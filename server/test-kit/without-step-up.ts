import * as authorize from '#contract/features/authorize/calls.ts'
import * as billing from '#contract/features/billing/calls.ts'
import * as byLink from '#contract/features/billing/link-calls.ts'
import * as breached from '#contract/features/breached-passwords/calls.ts'
import * as cancel from '#contract/features/cancel/calls.ts'
import * as apps from '#contract/features/connected-apps/calls.ts'
import * as details from '#contract/features/details/calls.ts'
import * as emailVideo from '#contract/features/email-video/calls.ts'
import * as feed from '#contract/features/feed/calls.ts'
import * as feedback from '#contract/features/feedback/calls.ts'
import * as gateway from '#contract/features/gateway-notices/calls.ts'
import * as mailBounces from '#contract/features/mail-bounces/calls.ts'
import * as mail from '#contract/features/outgoing-mail/calls.ts'
import * as passkeySignIn from '#contract/features/passkey-sign-in/calls.ts'
import * as passkeys from '#contract/features/passkeys/calls.ts'
import * as reset from '#contract/features/password-reset/calls.ts'
import * as people from '#contract/features/people/calls.ts'
import { join } from '#contract/features/people/link-calls.ts'
import * as plan from '#contract/features/plan/calls.ts'
import * as provisioning from '#contract/features/provisioning/calls.ts'
import * as secondFactor from '#contract/features/second-factor/calls.ts'
import * as secondStep from '#contract/features/second-step/calls.ts'
import * as security from '#contract/features/security/calls.ts'
import { confirmEmail, confirmEmailWorks } from '#contract/features/security/link-calls.ts'
import * as signIn from '#contract/features/sign-in/calls.ts'
import * as signUp from '#contract/features/sign-up/calls.ts'
import * as smtp from '#contract/features/smtp-confirmation/calls.ts'
import * as stepUp from '#contract/features/step-up/calls.ts'
import * as tokens from '#contract/features/tokens/calls.ts'
import * as webinars from '#contract/features/webinars/calls.ts'
import type { Call } from '#contract/wire/call.ts'

/** Calls without step-up, by the reason why. Every call of the contract is here or declares `stepUp`. */
const callsByReason: Record<string, Call[]> = {
  'it shows the factor itself': [
    stepUp.confirmIdentity,
    signIn.signIn,
    passkeySignIn.signInWithPasskey,
    authorize.authorize,
    authorize.authorizeZapier,
    secondStep.confirmSecondStep,
    secondStep.confirmStepWithPasskey,
  ],
  'a mailed link is the proof': [
    confirmEmail,
    confirmEmailWorks,
    join,
    reset.chooseNewPassword,
    smtp.confirmSmtpSettings,
    secondStep.cancelFactorRecovery,
    byLink.payByLink,
    byLink.payWithCardByLink,
    byLink.balanceOfLink,
    signUp.resumeSignUp,
  ],
  'a partner or the gateway proves itself': [
    tokens.giveTokens,
    tokens.revokeToken,
    tokens.introspectToken,
    tokens.whoAmI,
    feed.readEvents,
    feed.listEntitlements,
    feed.readEntitlements,
    gateway.gatewayNotice,
    mailBounces.takeMailNotice,
  ],
  'no one is signed in, and nothing of an account is changed at once': [
    signIn.findAccounts,
    passkeySignIn.startPasskeySignIn,
    secondStep.startPasskeyStep,
    secondStep.askForFactorRecovery,
    reset.requestPasswordReset,
    reset.checkResetLink,
    signUp.lookUpEmail,
    signUp.signUpContext,
    signUp.saveUnfinishedSignUp,
    signUp.submitSignUp,
    signUp.requestResume,
    provisioning.followProvisioning,
    emailVideo.confirmEmailVideo,
    feedback.giveFeedback,
    webinars.webinarStatus,
    breached.findBreached,
    tokens.serverMetadata,
  ],
  'it waits for a day or three, and a mailed link cancels it': [passkeys.recoverPasskeys],
  'it takes access away, or stops a change': [
    apps.disconnectApp,
    people.withdrawInvitation,
    people.removePerson,
    people.takeDialer,
    secondFactor.keepSecondFactor,
    security.endSession,
    security.endOtherSessions,
    security.forgetDevice,
    security.stopEmailChange,
  ],
  'canceling never asks, and it can be undone': [
    cancel.cancel,
    cancel.undoCancel,
    cancel.hold,
    cancel.endHold,
    plan.keepPlan,
  ],
  'it pays what is owed, with the card on file': [billing.payOpen],
  'it only reads, or repeats what was confirmed': [
    billing.balance,
    mail.readOutgoingMail,
    mail.checkOutgoingMail,
    people.resendInvitation,
    passkeys.addPasskey,
    stepUp.startPasskeyConfirmation,
  ],
  'it gives no one access and moves no money': [
    details.saveOwnName,
    passkeys.renamePasskey,
    passkeys.answerPasskeyOffer,
    details.saveAccountDetails,
    details.saveBillingDetails,
    people.assignDialer,
    security.changeTimeZone,
    security.nameDevice,
    security.testEmail,
  ],
}

export const reasonsForNone: Record<string, string> = Object.fromEntries(
  Object.entries(callsByReason).flatMap(([reason, calls]) =>
    calls.map(({ method, path }) => [`${method} ${path}`, reason]),
  ),
)
