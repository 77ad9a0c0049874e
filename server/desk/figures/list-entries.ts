import type { FigureName } from '#contract/billing/figure-names.ts'
import type { ReportingMonth } from '#contract/calendar/reporting-months.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Found, Part } from './entry.ts'
import { listBalance, listOpening } from './list-balance.ts'
import { listCharged } from './list-charged.ts'
import { listMovements, type MovementFilter } from './list-movements.ts'
import { listRefused } from './list-refused.ts'
import { listSeats } from './list-seats.ts'
import { listSteps } from './list-steps.ts'

export type Asked = { figure: FigureName; month: ReportingMonth; part: string }
/** Up to which moments the sums of the month count. */
export type Summed = { asOf: Date; recoveryAsOf: Date }

/** The entries that a number is the sum of, in parts: the same rows, up to the same moment. */
export function listEntries(db: Db, asked: Asked, summed: Summed, part: Part): Promise<Found[]> {
  const { figure, month } = asked
  const { asOf, recoveryAsOf } = summed
  const movements = (filter: MovementFilter) => listMovements(db, { month, ...filter }, asOf, part)
  switch (figure) {
    case 'opening':
      return listOpening(db, month, part)
    case 'closing':
      return listBalance(db, month, asOf, part)
    case 'new':
    case 'returned':
    case 'more':
    case 'less':
    case 'lost':
    case 'refunded':
    case 'credited':
    case 'disputed':
      return movements({ kind: figure })
    case 'canceled':
    case 'expired':
    case 'closed':
      return movements({ kind: 'lost', cause: figure })
    case 'made-free':
      return movements({ kind: 'lost', cause: 'free' })
    case 'put-on-hold':
      return movements({ kind: 'lost', cause: 'hold' })
    case 'reason':
      return movements({ kind: 'lost', cause: 'canceled', reason: asked.part })
    case 'charged':
      return listCharged(db, month, asOf, part)
    case 'refused':
      return listRefused(db, { month, outcome: null }, recoveryAsOf, part)
    case 'retry-1':
    case 'retry-2':
    case 'retry-3':
    case 'retry-4':
    case 'by-customer':
    case 'waived':
    case 'never':
    case 'undecided':
      return listRefused(db, { month, outcome: figure }, recoveryAsOf, part)
    case 'email':
    case 'details':
    case 'payment':
    case 'paid':
      return listSteps(db, { month, step: figure, wizard: null }, asOf, part)
    case 'details-new':
    case 'payment-new':
    case 'paid-new':
      return listSteps(db, { month, step: stepIn(figure), wizard: 'new' }, asOf, part)
    case 'details-legacy':
    case 'payment-legacy':
    case 'paid-legacy':
      return listSteps(db, { month, step: stepIn(figure), wizard: 'legacy' }, asOf, part)
    case 'unused-seats':
      return listSeats(db, part)
  }
}

function stepIn(figure: string): string {
  return figure.split('-')[0] ?? ''
}

/** Undefined: the month is not summed. */
export function findSummed(db: Db, month: ReportingMonth): Promise<Summed | undefined> {
  return db.maybe<Summed>(sql`
    select as_of as "asOf", recovery_as_of as "recoveryAsOf" from figure_months where month = ${month}`)
}
