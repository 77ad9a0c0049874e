import type { Command } from './command.ts'
import { listAccountsCommand } from './commands/account-list.ts'
import { accountNumbersCommand } from './commands/account-numbers.ts'
import { findAccountsCommand, showAccountCommand } from './commands/accounts.ts'
import { addPartnerCommand } from './commands/add-partner.ts'
import { archiveMailsCommand } from './commands/archive-mails.ts'
import { listAuditCommand } from './commands/audit.ts'
import {
  addOperatorCommand,
  changeOperatorRoleCommand,
  demoCodeCommand,
  disableOperatorCommand,
  enableOperatorCommand,
  listOperatorsCommand,
  resetOperatorCommand,
} from './commands/operators.ts'
import { loadPasswordsCommand, removePasswordsCommand } from './commands/passwords.ts'
import { recoverFactorCommand } from './commands/recover-factor.ts'
import { restartFeedCommand } from './commands/restart-feed.ts'
import { takeReturnedCommand } from './commands/returned-mails.ts'
import { endSessionsCommand } from './commands/sessions.ts'
import { getSettingsCommand, setSettingCommand } from './commands/settings.ts'

/** All commands, in the order of the help text: what is needed without a desk, and what scripts read. */
export const commands: Command[] = [
  addOperatorCommand,
  listOperatorsCommand,
  changeOperatorRoleCommand,
  disableOperatorCommand,
  enableOperatorCommand,
  resetOperatorCommand,
  demoCodeCommand,
  findAccountsCommand,
  listAccountsCommand,
  showAccountCommand,
  accountNumbersCommand,
  recoverFactorCommand,
  endSessionsCommand,
  addPartnerCommand,
  loadPasswordsCommand,
  removePasswordsCommand,
  takeReturnedCommand,
  archiveMailsCommand,
  restartFeedCommand,
  getSettingsCommand,
  setSettingCommand,
  listAuditCommand,
]
