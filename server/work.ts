import type { Deps } from './deps.ts'
import { handleMailServers } from './features/outgoing-mail/jobs.ts'
import { handleResetLinks } from './features/password-reset/jobs.ts'
import { handleRenewals } from './features/renewals/jobs.ts'
import { handleSetUps } from './features/set-up/jobs.ts'
import { handleOrders, handleResumeLinks } from './features/sign-up/jobs.ts'
import { handleTidying } from './features/tidying/tidy.ts'
import { handleMails } from './mail/deliver.ts'
import { handleAccountOrders } from './money/account-orders.ts'
import { handleLateCharges } from './money/late-charges.ts'
import type { MailCarrier } from './ports/mail.ts'

/** Everything that is done outside a request: one line per kind of work. */
export function declareWork(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments' | 'outgoingMail'>,
  carrier: MailCarrier,
): void {
  handleMails(deps.jobs, { ...deps, carrier })
  handleResetLinks(deps)
  handleMailServers(deps)
  handleOrders(deps)
  handleResumeLinks(deps)
  handleAccountOrders(deps)
  handleLateCharges(deps)
  handleRenewals(deps)
  handleSetUps(deps)
  handleTidying(deps)
}
