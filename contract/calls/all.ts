import { authorize, authorizeZapier } from './authorize.ts'
import { balance, balanceOfLink, payByLink, payOpen, payWithCardByLink, updateCard } from './billing.ts'
import type { Call } from './call.ts'
import { cancel, endHold, hold, undoCancel } from './cancel.ts'
import { disconnectApp } from './connected-apps.ts'
import { saveAccountDetails, saveBillingDetails, saveOwnName } from './details.ts'
import { lookUpEmail } from './email-lookup.ts'
import { confirmEmailVideo } from './email-video.ts'
import { giveFeedback } from './feedback.ts'
import { gatewayNotice } from './gateway-notices.ts'
import { checkOutgoingMail, readOutgoingMail, removeOutgoingMail, saveOutgoingMail } from './outgoing-mail.ts'
import { checkResetLink, chooseNewPassword, requestPasswordReset } from './password-reset.ts'
import { handOver, invitePerson, join, removePerson, resendInvitation, withdrawInvitation } from './people.ts'
import { changePlan, keepPlan } from './plan.ts'
import { reactivate, reactivateWithCard } from './reactivate.ts'
import { requestResume, resumeSignUp } from './resume-sign-up.ts'
import {
  askForEmail,
  changePassword,
  changeTimeZone,
  confirmEmail,
  endOtherSessions,
  endSession,
  stopEmailChange,
} from './security.ts'
import { followSetUp } from './set-up.ts'
import { findAccounts, signIn } from './sign-in.ts'
import { saveUnfinishedSignUp, submitSignUp } from './sign-up.ts'
import { signUpContext } from './sign-up-context.ts'
import { confirmSmtpSettings } from './smtp-confirmation.ts'
import { giveTokens, introspectToken, revokeToken, serverMetadata, whoAmI } from './tokens.ts'
import { webinarStatus } from './webinars.ts'

/** For the reference and the tests. Pages import the one call they make, so that they carry no other. */
export const allCalls: Call[] = [
  signIn,
  findAccounts,
  lookUpEmail,
  signUpContext,
  saveUnfinishedSignUp,
  submitSignUp,
  requestResume,
  resumeSignUp,
  followSetUp,
  authorize,
  authorizeZapier,
  requestPasswordReset,
  checkResetLink,
  chooseNewPassword,
  confirmEmailVideo,
  confirmSmtpSettings,
  webinarStatus,
  giveFeedback,
  invitePerson,
  resendInvitation,
  withdrawInvitation,
  removePerson,
  handOver,
  join,
  saveOwnName,
  saveAccountDetails,
  saveBillingDetails,
  endSession,
  endOtherSessions,
  changePassword,
  askForEmail,
  stopEmailChange,
  confirmEmail,
  changeTimeZone,
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
  gatewayNotice,
]
