import type { Call } from '#contract/wire/call.ts'
import { endAccess, giveAccess, markFraud, undoFraud } from './access/calls.ts'
import { addNote, readTimeline, strikeNote } from './account/calls.ts'
import { agreeToApproval, declineApproval, withdrawApproval } from './approvals/calls.ts'
import { addBlock, removeBlock } from './blocks/calls.ts'
import { decideDispute } from './disputes/calls.ts'
import {
  addEndpoint,
  addFeedKey,
  removeEndpoint,
  removeFeedKey,
  replayEndpoint,
  resumeEndpoint,
  rotateEndpoint,
} from './feed/calls.ts'
import { find } from './find/calls.ts'
import { refuseSignUp, releaseSignUp } from './held-sign-ups/calls.ts'
import {
  askForHandOver,
  cancelForCaller,
  endHoldForCaller,
  endSessions,
  holdForCaller,
  inviteForOwner,
  noteEmailWorks,
  recoverFactor,
  resendInvitation,
  resendMail,
  sendPayLink,
  sendResetLink,
  undoCancelForCaller,
  unlockSignIn,
  withdrawHandOver,
} from './help/calls.ts'
import { retryJob, startSetUpAgain } from './jobs/calls.ts'
import { findMoneyOutcome, previewMoney, requestMoney } from './money/calls.ts'
import {
  changeOperatorRole,
  disableOperator,
  enableOperator,
  inviteOperator,
  resetOperator,
} from './operators/calls.ts'
import {
  addPartner,
  changePkce,
  disablePartner,
  enablePartner,
  movePartner,
  rotatePartner,
} from './partners/calls.ts'
import { removePrices, setPrices } from './prices/calls.ts'
import { beginView, endView, readView } from './see-as/calls.ts'
import { changeSetting, resetSetting } from './settings/calls.ts'
import {
  addDeskPasskey,
  confirmDeskCode,
  confirmDeskPasskey,
  endDeskSession,
  removeDeskPasskey,
  signInToDesk,
  signOutOfDesk,
  startAtDesk,
  startDeskPasskey,
  startDeskPasskeyStep,
} from './sign-in/calls.ts'
import { repeatSetUp, sendResumeLink, settleCharge } from './today/calls.ts'
import { clearSlot, overrideSlot } from './webinars/calls.ts'

/** Every call of the desk. */
export const deskCalls: Call[] = [
  signInToDesk,
  confirmDeskCode,
  startDeskPasskeyStep,
  confirmDeskPasskey,
  startAtDesk,
  signOutOfDesk,
  startDeskPasskey,
  addDeskPasskey,
  removeDeskPasskey,
  endDeskSession,
  beginView,
  readView,
  endView,
  readTimeline,
  addNote,
  strikeNote,
  resendMail,
  noteEmailWorks,
  unlockSignIn,
  endSessions,
  sendResetLink,
  sendPayLink,
  recoverFactor,
  inviteForOwner,
  askForHandOver,
  withdrawHandOver,
  resendInvitation,
  cancelForCaller,
  undoCancelForCaller,
  holdForCaller,
  endHoldForCaller,
  decideDispute,
  releaseSignUp,
  refuseSignUp,
  addBlock,
  removeBlock,
  overrideSlot,
  clearSlot,
  changeSetting,
  resetSetting,
  previewMoney,
  requestMoney,
  findMoneyOutcome,
  agreeToApproval,
  declineApproval,
  withdrawApproval,
  find,
  settleCharge,
  repeatSetUp,
  sendResumeLink,
  setPrices,
  removePrices,
  addPartner,
  rotatePartner,
  disablePartner,
  enablePartner,
  movePartner,
  changePkce,
  retryJob,
  startSetUpAgain,
  addEndpoint,
  rotateEndpoint,
  resumeEndpoint,
  removeEndpoint,
  replayEndpoint,
  addFeedKey,
  removeFeedKey,
  inviteOperator,
  changeOperatorRole,
  disableOperator,
  enableOperator,
  resetOperator,
  giveAccess,
  endAccess,
  markFraud,
  undoFraud,
]
