import type { Command } from './command.ts'
import {
  accountNumbersCommand,
  findAccountsCommand,
  listAccountsCommand,
  showAccountCommand,
} from './commands/accounts.ts'
import { addPartnerCommand } from './commands/add-partner.ts'
import { listAuditCommand } from './commands/audit.ts'
import { archiveMailsCommand, takeReturnedCommand } from './commands/mails.ts'
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
import { endSessionsCommand, recoverFactorCommand } from './commands/people.ts'
import { restartFeedCommand } from './commands/restart-feed.ts'
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
