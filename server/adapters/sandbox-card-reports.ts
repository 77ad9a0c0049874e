import { randomInt } from 'node:crypto'
import type { Day } from '#contract/calendar/billing-dates.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { CardReport, CardReportNotice, CardUpdate } from '../ports/payments.ts'
import { cardReportIn } from './card-report.ts'

const LINK = 'sandbox:card-report/'
const VALID_FOR_YEARS = 3

const types: Record<CardUpdate['kind'], string> = {
  number: 'New Account Number',
  date: 'New Expiration Date',
  closed: 'Closed Account',
  contact: 'Contact Customer',
}

/** A bank changes a card in the embedded gateway's vault, and its report is written as Braintree writes it. */
export async function changeSandboxCard(
  db: Database,
  { token, change }: { token: string; change: CardUpdate['kind'] },
  now: Date,
): Promise<CardReportNotice> {
  const on = now.toISOString().slice(0, 10)
  const lastFour = change === 'number' ? String(randomInt(1000, 10_000)) : ''
  const expires =
    change === 'number' || change === 'date' ? `12/${now.getUTCFullYear() + VALID_FOR_YEARS}` : ''
  const row = [on, types[change], token, lastFour, expires]
  const body = `Update Date,Update Type,Token,New Last 4,New Expiration\r\n${row.join(',')}\r\n`
  return db.transaction(async (tx) => {
    if (expires !== '')
      await tx.run(sql`
        update sandbox_cards set behaviour = 'approved', last_four = coalesce(${lastFour || null}, last_four)
        where token = ${token}`)
    if (change === 'closed')
      await tx.run(sql`update sandbox_cards set behaviour = 'closed' where token = ${token}`)
    const { id } = await tx.one<{ id: number }>(
      sql`insert into sandbox_card_reports (body) values (${body}) returning id`,
    )
    return { kind: 'card-report', link: `${LINK}${id}`, on }
  })
}

export async function readSandboxReport(
  db: Database,
  { link, on }: { link: string; on: Day },
): Promise<CardReport> {
  const id = new RegExp(`^${LINK}(\\d{1,15})$`).exec(link)?.[1]
  const report =
    id &&
    (await db.maybe<{ body: string }>(sql`select body from sandbox_card_reports where id = ${Number(id)}`))
  if (!report) throw new Error('The gateway has no such report')
  return cardReportIn(report.body, on)
}
