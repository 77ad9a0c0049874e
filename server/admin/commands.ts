import type { Command } from './command.ts'
import { listAccountsCommand } from './commands/account-list.ts'
import { accountNumbersCommand } from './commands/account-numbers.ts'
import { findAccountsCommand, showAccountCommand } from './commands/accounts.ts'
import { archiveMailsCommand } from './commands/archive-mails.ts'
import { addBlockCommand, listBlocksCommand, removeBlockCommand } from './commands/blocks.ts'
import { listBouncedCommand, takeReturnedCommand, unbounceCommand } from './commands/bounces.ts'
import { listCancellationsCommand } from './commands/cancellations.ts'
import {
  decideRefundCommand,
  listChargesCommand,
  listFailedRefundsCommand,
  settleChargeCommand,
  settleRefundCommand,
} from './commands/charges.ts'
import {
  gatherEvidenceCommand,
  listDisputesCommand,
  loseDisputeCommand,
  showDisputeCommand,
  winDisputeCommand,
} from './commands/disputes.ts'
import {
  addEndpointCommand,
  addFeedKeyCommand,
  listEndpointsCommand,
  listFeedKeysCommand,
  removeEndpointCommand,
  removeFeedKeyCommand,
  replayFeedCommand,
  restartFeedCommand,
  resumeEndpointCommand,
  rotateEndpointCommand,
  showFeedCommand,
} from './commands/feed.ts'
import { markFraudCommand, undoFraudCommand } from './commands/fraud.ts'
import { endAccessCommand, giveAccessCommand } from './commands/free-access.ts'
import { listHeldCommand, refuseHeldCommand, releaseHeldCommand } from './commands/held-sign-ups.ts'
import { auditCommand, feedbackCommand, unfinishedCommand } from './commands/lists.ts'
import { resendMailCommand } from './commands/mails.ts'
import {
  addOperatorCommand,
  changeOperatorRoleCommand,
  demoCodeCommand,
  disableOperatorCommand,
  enableOperatorCommand,
  listOperatorsCommand,
  resetOperatorCommand,
} from './commands/operators.ts'
import {
  addPartnerCommand,
  demandPkceCommand,
  disablePartnerCommand,
  enablePartnerCommand,
  listPartnersCommand,
  movePartnerCommand,
  rotatePartnerCommand,
} from './commands/partners.ts'
import { loadPasswordsCommand, removePasswordsCommand, showPasswordsCommand } from './commands/passwords.ts'
import { removePricesCommand, setPricesCommand, showPricesCommand } from './commands/prices.ts'
import {
  extendMonthCommand,
  refundBillCommand,
  takeBackCommand,
  waiveMonthCommand,
} from './commands/refunds.ts'
import { recoverFactorCommand } from './commands/second-factors.ts'
import { endSessionsCommand } from './commands/sessions.ts'
import { listSetUpsCommand, repeatSetUpCommand } from './commands/set-ups.ts'
import { resetSettingCommand, setSettingCommand, showSettingsCommand } from './commands/settings.ts'
import { clearWebinarCommand, listWebinarsCommand, setWebinarCommand } from './commands/webinars.ts'

/** All operator commands, in the order of the help text. */
export const commands: Command[] = [
  findAccountsCommand,
  listAccountsCommand,
  showAccountCommand,
  accountNumbersCommand,
  refundBillCommand,
  takeBackCommand,
  extendMonthCommand,
  waiveMonthCommand,
  recoverFactorCommand,
  endSessionsCommand,
  resendMailCommand,
  listBouncedCommand,
  unbounceCommand,
  takeReturnedCommand,
  archiveMailsCommand,
  listSetUpsCommand,
  repeatSetUpCommand,
  listChargesCommand,
  settleChargeCommand,
  settleRefundCommand,
  listFailedRefundsCommand,
  decideRefundCommand,
  listDisputesCommand,
  showDisputeCommand,
  gatherEvidenceCommand,
  winDisputeCommand,
  loseDisputeCommand,
  markFraudCommand,
  undoFraudCommand,
  giveAccessCommand,
  endAccessCommand,
  unfinishedCommand,
  listHeldCommand,
  releaseHeldCommand,
  refuseHeldCommand,
  addBlockCommand,
  listBlocksCommand,
  removeBlockCommand,
  listCancellationsCommand,
  feedbackCommand,
  showSettingsCommand,
  setSettingCommand,
  resetSettingCommand,
  showPricesCommand,
  setPricesCommand,
  removePricesCommand,
  loadPasswordsCommand,
  showPasswordsCommand,
  removePasswordsCommand,
  listWebinarsCommand,
  setWebinarCommand,
  clearWebinarCommand,
  listPartnersCommand,
  addPartnerCommand,
  rotatePartnerCommand,
  disablePartnerCommand,
  enablePartnerCommand,
  movePartnerCommand,
  demandPkceCommand,
  listEndpointsCommand,
  addEndpointCommand,
  rotateEndpointCommand,
  resumeEndpointCommand,
  removeEndpointCommand,
  replayFeedCommand,
  restartFeedCommand,
  showFeedCommand,
  listFeedKeysCommand,
  addFeedKeyCommand,
  removeFeedKeyCommand,
  listOperatorsCommand,
  addOperatorCommand,
  changeOperatorRoleCommand,
  disableOperatorCommand,
  enableOperatorCommand,
  resetOperatorCommand,
  demoCodeCommand,
  auditCommand,
]
