import { sql } from '#server/platform/db/sql.ts'
import type { FoundRefund, Payments } from '#server/ports/payments.ts'
import type { Harness } from './harness.ts'
import type { Billed } from './money-desk.ts'
import { postNotice } from './notices.ts'

/** How a gateway answers refunds. */
export type RefundMood = 'answers' | 'answer lost' | 'not reached' | 'refuses'

/** The sandbox with this mood. `sent` collects the key of each requested refund. */
export function moodyPayments(
  sandbox: Payments,
  moodNow: () => RefundMood,
  sent: (key: string) => void,
): Payments {
  return {
    ...sandbox,
    async refund(order): Promise<Awaited<ReturnType<Payments['refund']>>> {
      sent(order.key)
      const mood = moodNow()
      if (mood === 'not reached') throw new Error('The gateway was not reached')
      if (mood === 'refuses') return { kind: 'refused' }
      const answer = await sandbox.refund(order)
      if (mood === 'answer lost') throw new Error('The answer was lost')
      return answer
    },
    async findRefund(key): Promise<FoundRefund> {
      if (moodNow() === 'not reached') throw new Error('The gateway was not reached')
      return sandbox.findRefund(key)
    },
  }
}

export type SentRefund = { reference: string; refund: string; cents: number; noteId: number }
export function lastRefund({ db }: Harness, { accountId }: Billed): Promise<SentRefund> {
  return db.one<SentRefund>(sql`
    select c.gateway_reference as reference, s.reference as refund, r.amount_cents as cents, r.credit_note_id as "noteId"
    from refunds r join charges c on c.id = r.charge_id join sandbox_refunds s on s.key = r.key
    where c.account_id = ${accountId} order by r.id desc limit 1`)
}

export async function markFailed({ db, clock }: Harness, refund: string): Promise<void> {
  await db.run(sql`update sandbox_refunds set failed_at = ${clock.now()} where reference = ${refund}`)
}

/** The bank does not carry out an account's last refund, and the gateway reports it. */
export async function failLast(harness: Harness, one: Billed, more: object = {}): Promise<SentRefund> {
  const last = await lastRefund(harness, one)
  const { reference, refund, cents: amount } = last
  await markFailed(harness, refund)
  const { statusCode } = await postNotice(harness, {
    kind: 'refund-failed',
    reference,
    refund,
    amount,
    ...more,
  })
  if (statusCode !== 200) throw new Error(`The notice was answered with ${statusCode}`)
  return last
}

/** The amount refunded by card, according to each place. */
export function booksOf({ db }: Harness, { accountId }: Billed): Promise<Record<string, number>> {
  return db.one<Record<string, number>>(sql`
    select (select sum(refunded_cents)::integer from invoices where account_id = ${accountId}) as bill,
      (select sum(refunded_cents)::integer from charges where account_id = ${accountId}) as charge,
      (select coalesce(sum(amount_cents), 0)::integer from refunds r where outcome = 'refunded'
        and charge_id in (select id from charges where account_id = ${accountId})) as refunds,
      (select coalesce(sum(cents), 0)::integer from revenue_movements
        where account_id = ${accountId} and kind = 'refunded') as figures,
      (select coalesce(sum(s.amount_cents), 0)::integer from sandbox_refunds s
        join charges c on c.gateway_reference = s.charge_reference
        where c.account_id = ${accountId} and s.failed_at is null) as gateway`)
}
export const books = (cents: number) => ({
  bill: cents,
  charge: cents,
  refunds: cents,
  figures: cents,
  gateway: cents,
})

export function notesOf({ db }: Harness, { accountId }: Billed) {
  return db.many<{ number: string; state: string; way: string }>(sql`
    select number, state, way from credit_notes where account_id = ${accountId} order by id`)
}
