import { createHash } from 'node:crypto'
import type { Day } from '#contract/calendar/billing-dates.ts'
import { askToLook } from '#server/billing/queues/look-at-gateway.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { defineJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import type { CardReportNotice, CardUpdate } from '#server/ports/payments.ts'
import { applyUpdate } from './apply-update.ts'

/**
 * After an hour of tries it stands on the desk's list of failed work, where an operator can start it again or set it
 * aside. Else it gets new tries every two days.
 */
export const readReport = defineJob<{ reportId: number }>({
  name: 'read-card-report',
  retries: 6,
  firstRetrySeconds: 60,
  longestRetrySeconds: 3600,
  expiresSeconds: 3600,
  dropsFailed: true,
})

/** A report that is announced again does nothing. */
export async function takeCardReport(
  tx: Db,
  jobs: Jobs,
  gateway: string,
  { link, on }: CardReportNotice,
  now: Date,
): Promise<void> {
  const isNew = await tx.maybe<{ id: number }>(sql`
    insert into card_reports (gateway, reported_on, link_digest, link, received_at)
    values (${gateway}, ${on}, ${digestOf(link)}, ${link}, ${now})
    on conflict (gateway, reported_on, link_digest) do nothing returning id`)
  if (isNew) await jobs.send(tx, readReport, { reportId: isNew.id })
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

type ReportDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments' | 'log'>

export function handleCardReports(deps: ReportDeps): void {
  deps.jobs.handle(readReport, ({ reportId }) => applyReport(deps, reportId))
}

/** Applies the rows that are not done yet, each in its own transaction and in their order. */
export async function applyReport(deps: ReportDeps, id: number): Promise<void> {
  const { db, clock, jobs, payments, log } = deps
  const report = await db.maybe<{ gateway: string; on: Day; link: string | null; done: number }>(sql`
    select gateway, reported_on as on, link, rows_done as done from card_reports where id = ${id}`)
  if (!report || report.link === null) return
  const { gateway, on, link, done } = report
  const rows = await payments.readCardReport({ link, on })
  const updates = rows.filter((row) => row !== undefined)
  // Its form has changed: as done, it would be lost without anybody knowing.
  if (rows.length > 0 && updates.length === 0) throw new Error(`None of the ${rows.length} rows can be read`)
  const digest = digestOf(JSON.stringify(rows))
  const last = await db.maybe<{ digest: string }>(sql`
    select rows_digest as digest from card_reports
    where gateway = ${gateway} and reported_on = ${on} and done_at is not null order by done_at desc, id desc limit 1`)
  const isRepeat = last?.digest === digest
  const known = isRepeat ? new Set() : await listKnown(db, gateway, rows)
  for (const [index, update] of rows.entries())
    if (update && index >= done && known.has(update.token))
      await applyUpdate(deps, { id, gateway, row: index + 1 }, update)
  await db.transaction(async (tx) => {
    const done = await tx.run(sql`
      update card_reports
      set done_at = ${clock.now()}, link = null, rows_done = ${rows.length}, rows_digest = ${digest}
      where id = ${id} and done_at is null`)
    if (done === 1 && !isRepeat && updates.length < rows.length) await askToLook(tx, jobs, unreadIn(rows, on))
  })
  const figures = {
    rows: rows.length,
    malformed: rows.length - updates.length,
    unknown: updates.filter(({ token }) => !known.has(token)).length,
  }
  const level = figures.malformed > 0 ? 'warn' : 'info'
  log[level]({ gateway, on, isRepeat, ...figures }, 'a report about cards was applied')
}

const NAMED_AT_MOST = 20

function unreadIn(rows: readonly (CardUpdate | undefined)[], on: Day): string {
  const unread = rows.flatMap((row, index) => (row ? [] : [index + 1]))
  const named = unread.slice(0, NAMED_AT_MOST).join(', ')
  const more = unread.length > NAMED_AT_MOST ? ' and more' : ''
  return `${unread.length} of the ${rows.length} rows of the report about cards of ${on} could not be read: ${named}${more}`
}

const PART = 1_000

/** The tokens of cards on file. Most rows of a report can be about cards that were replaced. */
async function listKnown(
  db: Db,
  gateway: string,
  rows: readonly (CardUpdate | undefined)[],
): Promise<Set<string>> {
  const tokens = [...new Set(rows.flatMap((row) => (row ? [row.token] : [])))]
  const known = new Set<string>()
  for (let from = 0; from < tokens.length; from += PART) {
    const found = await db.many<{ token: string }>(sql`
      select gateway_token as token from cards
      where gateway_token = any(${tokens.slice(from, from + PART)}::text[]) and gateway = ${gateway}
        and replaced_at is null`)
    for (const { token } of found) known.add(token)
  }
  return known
}
