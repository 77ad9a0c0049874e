import { pino } from 'pino'
import { keepInOutbox } from '#server/adapters/mail-kept.ts'
import { openSandbox } from '#server/adapters/payments-sandbox.ts'
import { handleCardReports } from '#server/billing/card-reports/card-reports.ts'
import { handleLeftCards } from '#server/billing/cards/charge-card.ts'
import { handleLateCharges } from '#server/billing/orders/give-back.ts'
import { handleOrders } from '#server/billing/orders/settle-order.ts'
import { handleRefunds } from '#server/billing/refunds/send-refund.ts'
import type { RenewDeps } from '#server/billing/renewals/renew.ts'
import { parseConfig } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openJobs } from '#server/platform/jobs/jobs.ts'
import { handleMails } from '#server/platform/mail/deliver.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { Payments } from '#server/ports/payments.ts'

/** The part of the application that renewals need. Mails and jobs are queued as usual, but do not run. */
export async function openRenewalHarness(
  db: Database,
  clock: Clock,
  payments: Payments = openSandbox({ db, clock }),
): Promise<RenewDeps & Pick<Deps, 'log'>> {
  const jobs = openJobs({ db, works: false, pollSeconds: 60, onError: () => {} })
  const config = parseConfig({
    DATABASE_URL: 'postgres://held',
    SANDBOX_PAYMENTS: 'yes',
    SECRETS: 'x'.repeat(40),
  })
  handleMails(jobs, { db, clock, config, carrier: keepInOutbox() })
  handleOrders({ db, clock, jobs, config, payments })
  handleLeftCards({ db, jobs, payments })
  handleLateCharges({ db, clock, jobs, config, payments })
  handleRefunds({ db, clock, jobs, config, payments })
  const log = pino({ level: 'silent' })
  handleCardReports({ db, clock, jobs, config, payments, log })
  await jobs.start()
  return { db, clock, jobs, config, payments, log }
}
