import { authorize, authorizeZapier } from './features/authorize/calls.ts'
import { balance, payOpen, updateCard } from './features/billing/calls.ts'
import { balanceOfLink, payByLink, payWithCardByLink } from './features/billing/link-calls.ts'
import { findBreached } from './features/breached-passwords/calls.ts'
import { cancel, endHold, hold, undoCancel } from './features/cancel/calls.ts'
import { disconnectApp } from './features/connected-apps/calls.ts'
import { saveAccountDetails, saveBillingDetails, saveOwnName } from './features/details/calls.ts'
import { confirmEmailVideo } from './features/email-video/calls.ts'
import { listEntitlements, readEntitlements, readEvents } from './features/feed/calls.ts'
import { giveFeedback } from './features/feedback/calls.ts'
import { gatewayNotice } from './features/gateway-notices/calls.ts'
import { takeMailNotice } from './features/mail-bounces/calls.ts'
import {
  checkOutgoingMail,
  readOutgoingMail,
  removeOutgoingMail,
  saveOutgoingMail,
} from './features/outgoing-mail/calls.ts'
import { signInWithPasskey, startPasskeySignIn } from './features/passkey-sign-in/calls.ts'
import {
  addPasskey,
  answerPasskeyOffer,
  recoverPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from './features/passkeys/calls.ts'
import { checkResetLink, chooseNewPassword, requestPasswordReset } from './features/password-reset/calls.ts'
import {
  assignDialer,
  changeRole,
  handOver,
  invitePerson,
  removePerson,
  resendInvitation,
  takeDialer,
  withdrawInvitation,
} from './features/people/calls.ts'
import { join } from './features/people/link-calls.ts'
import { changePlan, keepPlan } from './features/plan/calls.ts'
import { followProvisioning } from './features/provisioning/calls.ts'
import { reactivate, reactivateWithCard } from './features/reactivate/calls.ts'
import {
  keepSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from './features/second-factor/calls.ts'
import { demandSecondFactor, withdrawFactorDemand } from './features/second-factor-demand/calls.ts'
import {
  askForFactorRecovery,
  cancelFactorRecovery,
  confirmSecondStep,
  confirmStepWithPasskey,
  startPasskeyStep,
} from './features/second-step/calls.ts'
import {
  askForEmail,
  changePassword,
  changeTimeZone,
  endOtherSessions,
  endSession,
  forgetDevice,
  nameDevice,
  stopEmailChange,
  testEmail,
} from './features/security/calls.ts'
import { confirmEmail, confirmEmailWorks } from './features/security/link-calls.ts'
import { findAccounts, signIn } from './features/sign-in/calls.ts'
import {
  lookUpEmail,
  requestResume,
  resumeSignUp,
  saveUnfinishedSignUp,
  signUpContext,
  submitSignUp,
} from './features/sign-up/calls.ts'
import { confirmSmtpSettings } from './features/smtp-confirmation/calls.ts'
import { confirmIdentity, startPasskeyConfirmation } from './features/step-up/calls.ts'
import { giveTokens, introspectToken, revokeToken, serverMetadata, whoAmI } from './features/tokens/calls.ts'
import { webinarStatus } from './features/webinars/calls.ts'
import type { Call } from './wire/call.ts'

/**
 * For the API reference and the tests. Pages import only the calls they make, to keep their scripts small.
 */
export const allCalls: Call[] = [
  signIn,
  findAccounts,
  startPasskeySignIn,
  signInWithPasskey,
  confirmSecondStep,
  startPasskeyStep,
  confirmStepWithPasskey,
  askForFactorRecovery,
  cancelFactorRecovery,
  lookUpEmail,
  signUpContext,
  saveUnfinishedSignUp,
  submitSignUp,
  requestResume,
  resumeSignUp,
  followProvisioning,
  authorize,
  authorizeZapier,
  requestPasswordReset,
  checkResetLink,
  chooseNewPassword,
  confirmEmailVideo,
  confirmSmtpSettings,
  findBreached,
  webinarStatus,
  giveFeedback,
  invitePerson,
  resendInvitation,
  withdrawInvitation,
  removePerson,
  changeRole,
  assignDialer,
  takeDialer,
  handOver,
  join,
  saveOwnName,
  saveAccountDetails,
  saveBillingDetails,
  endSession,
  endOtherSessions,
  nameDevice,
  forgetDevice,
  changePassword,
  askForEmail,
  stopEmailChange,
  testEmail,
  confirmEmailWorks,
  confirmEmail,
  changeTimeZone,
  startSecondFactor,
  turnOnSecondFactor,
  keepSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
  confirmIdentity,
  startPasskeyConfirmation,
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  recoverPasskeys,
  answerPasskeyOffer,
  demandSecondFactor,
  withdrawFactorDemand,
  giveTokens,
  revokeToken,
  introspectToken,
  serverMetadata,
  whoAmI,
  disconnectApp,
  saveOutgoingMail,
  readOutgoingMail,
  checkOutgoingMail,
  removeOutgoingMail,
  updateCard,
  payOpen,
  balance,
  payByLink,
  payWithCardByLink,
  balanceOfLink,
  changePlan,
  keepPlan,
  cancel,
  undoCancel,
  hold,
  endHold,
  reactivate,
  reactivateWithCard,
  readEvents,
  listEntitlements,
  readEntitlements,
  gatewayNotice,
  takeMailNotice,
]
