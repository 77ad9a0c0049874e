import { formatAmount } from '#contract/catalogue/money.ts'
import { findOrder } from '#server/billing/orders/order.ts'
import { settleOrder } from '#server/billing/orders/settle-order.ts'
import { settlePeriodCharge } from '#server/billing/renewals/settle-period.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import { within } from '#server/platform/db/within.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { later, SECOND } from '../../ports/clock.ts'
import type { FoundCharge } from '../../ports/payments.ts'
import type { AdminDeps, Command, Given, Row } from '../command.ts'

type OpenCharge = {
  id: number
  key: string
  outcome: string
  amountCents: number
  accountId: number | null
  createdAt: Date
}

export const listChargesCommand: Command = {
  name: 'charge list',
  says: 'Lists the charges whose outcome is unknown.',
  async run({ db }) {
    const rows = await db.many<Row>(sql`
      select c.id, c.outcome, c.amount_cents as "amountCents", coalesce(o.kind, 'renewal') as "for", a.pin, a.company,
        c.gateway, c.created_at as "createdAt"
      from charges c left join orders o on o.id = c.order_id left join accounts a on a.id = c.account_id
      where c.outcome in ('sent', 'unknown') order by c.id`)
    return { sections: [{ name: 'charges', title: 'Charges without an answer', rows }] }
  },
}

export const settleChargeCommand: Command = {
  name: 'charge settle',
  takes: 'ID',
  says: 'Asks the gateway for the outcome of a charge and records it. It never charges a card.',
  flags: {
    paid: {
      takes: 'REFERENCE',
      says: 'your word, where the gateway cannot tell: it was paid under this reference',
    },
    declined: { says: 'you confirm that the bank declined it' },
    absent: { says: 'you confirm that it never reached the gateway' },
  },
  async run(deps, given) {
    const {
      args: [id = ''],
    } = given
    const charge = /^\d{1,15}$/.test(id) ? await findCharge(deps, id) : undefined
    if (!charge) return refuse('not-found', { errors: `There is no charge ${id}.` })
    const refused = refusalOf(deps, charge, given)
    if (refused) return refused
    const found = await whatBecame(deps, charge, argOf(given))
    if (isRefused(found)) return found
    await settle(deps, charge, found, given)
    return { said: `Charge ${id} of ${formatAmount(charge.amountCents)} is settled: ${found.kind}.` }
  },
}

function findCharge({ db }: AdminDeps, id: string): Promise<OpenCharge | undefined> {
  return db.maybe<OpenCharge>(sql`
    select c.id, c.key, c.outcome, c.amount_cents as "amountCents", c.account_id as "accountId",
      c.created_at as "createdAt"
    from charges c where c.id = ${id}`)
}

function refusalOf({ config }: AdminDeps, charge: OpenCharge, { has, now }: Given): Refused | undefined {
  if (charge.outcome !== 'sent' && charge.outcome !== 'unknown')
    return refuse('invalid-fields', { errors: `Charge ${charge.id} is already settled: ${charge.outcome}.` })
  if (['paid', 'declined', 'absent'].filter(has).length > 1)
    return refuse('invalid-fields', { errors: 'Use only one of --paid, --declined and --absent.' })
  if (later(charge.createdAt, config.settleSeconds * SECOND) > now)
    return refuse('invalid-fields', {
      errors: `Charge ${charge.id} may still be in progress. Try again in a minute.`,
    })
  return undefined
}

function argOf({ has, flag }: Given): FoundCharge | undefined {
  if (has('paid')) return { kind: 'paid', reference: flag('paid') ?? '' }
  if (has('declined')) return { kind: 'declined', reason: 'declined' }
  return has('absent') ? { kind: 'absent' } : undefined
}

/** The gateway's own answer takes precedence; the operator's is used only if the gateway has none. */
async function whatBecame(
  { payments }: AdminDeps,
  { key }: OpenCharge,
  arg: FoundCharge | undefined,
): Promise<FoundCharge | Refused> {
  const found = await payments.find(key).catch((): FoundCharge => ({ kind: 'unknown' }))
  if (found.kind === 'unknown')
    return (
      arg ??
      refuse('invalid-fields', {
        errors:
          'The gateway does not know yet. If its own pages show the outcome, enter it with --paid REFERENCE, --declined or --absent.',
      })
    )
  if (arg && arg.kind !== found.kind)
    return refuse('invalid-fields', {
      errors: `The gateway gives a different outcome: ${found.kind}. Run the command again without --paid, --declined and --absent.`,
    })
  return found
}

/** Applies the result and writes its audit entry in one transaction; the gateway was asked before. */
async function settle(
  deps: AdminDeps,
  charge: OpenCharge,
  found: FoundCharge,
  { actor, now }: Given,
): Promise<void> {
  const { db } = deps
  await db.transaction(async (tx) => {
    const joined = { ...deps, db: within(db, tx) }
    await becomesTrue(joined, charge, found)
    const details = { charge: charge.id, outcome: found.kind, amountCents: charge.amountCents }
    const about = charge.accountId === null ? {} : { accountId: charge.accountId }
    await recordAudit(tx, { actor, action: 'charge-settled', ...about, details }, now)
  })
}

async function becomesTrue(deps: AdminDeps, { key }: OpenCharge, found: FoundCharge): Promise<void> {
  const order = await findOrder(deps.db, key)
  if (order) await settleOrder(deps, order, found)
  else await settlePeriodCharge(deps, key, found)
}
