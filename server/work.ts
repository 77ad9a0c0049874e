import { handleAccountOrders } from './billing/orders/account-orders.ts'
import { handleLateCharges } from './billing/orders/late-charges.ts'
import { handleRenewals } from './billing/renewals/jobs.ts'
import type { Deps } from './deps.ts'
import { handleMailServers } from './features/account/outgoing-mail/jobs.ts'
import { handleSetUps } from './features/background/set-up/jobs.ts'
import { handleTidying } from './features/background/tidying/tidy.ts'
import { handleResetLinks } from './features/visitors/password-reset/jobs.ts'
import { handleOrders, handleResumeLinks } from './features/visitors/sign-up/jobs.ts'
import { handleMails } from './platform/mail/deliver.ts'
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
