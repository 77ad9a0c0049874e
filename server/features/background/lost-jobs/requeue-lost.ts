import { closedStatuses, provisionAccount } from '#server/accounts/set-ups.ts'
import { readReport } from '#server/billing/card-reports/card-reports.ts'
import type { Deps } from '#server/deps.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { JobKind } from '#server/platform/jobs/jobs.ts'
import { listQueued } from '#server/platform/jobs/queues.ts'
import { deliverMail } from '#server/platform/mail/outbox.ts'
import { DAY, HOUR, later } from '#server/ports/clock.ts'

type LostJobDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'payments'>

const PART = 1000
/** As many as a mail server outage of a day leaves behind. */
const PARTS_AT_MOST = 200
/** Younger ones have their job, or are just getting one. */
const WAITED_MS = HOUR
/** By then the gateway has sent later reports. */
const READ_WITHIN_MS = 30 * DAY

export function handleLostJobs(deps: LostJobDeps): void {
  deps.jobs.every('lost-jobs', 3600, () => requeueLost(deps))
}

/**
 * A job whose process was killed at the last try ends silently, and its work would wait forever: it gets a
 * new job, with all its tries. The rows are locked before their jobs are searched, so that of several
 * instances only one sends it.
 */
export async function requeueLost({ db, clock, jobs, payments }: LostJobDeps): Promise<void> {
  const before = later(clock.now(), -WAITED_MS)
  const hadMailJob = await readQueued(db, deliverMail, 'mailId')
  await inParts(db, async (tx, after) => {
    const mails = await tx.many<{ id: number }>(sql`
      select id from mails where state = 'waiting' and id > ${after} and created_at <= ${before}
      order by id limit ${PART} for update skip locked`)
    const missing = mails.filter(isMissingIn(hadMailJob))
    for (const mailId of await withoutJob(tx, deliverMail, 'mailId', missing))
      await jobs.send(tx, deliverMail, { mailId })
    return mails
  })
  const hadSetUpJob = await readQueued(db, provisionAccount, 'accountId')
  // Provisioning of a closed account continues when it reopens. Few run at once.
  await inParts(db, async (tx, after) => {
    const setUps = await tx.many<{ id: number }>(sql`
      select s.account_id as id from set_ups s join accounts a on a.id = s.account_id
      where s.state = 'running' and s.account_id > ${after} and s.started_at <= ${before}
        and a.status <> all(${closedStatuses}::text[])
      order by s.account_id limit ${PART} for update of s skip locked`)
    const missing = setUps.filter(isMissingIn(hadSetUpJob))
    for (const accountId of await withoutJob(tx, provisionAccount, 'accountId', missing))
      await jobs.send(tx, provisionAccount, { accountId })
    return setUps
  })
  await requeueReports({ db, clock, jobs, payments })
}

/** A report that could not be read is tried again every two days, unless an operator has set it aside. */
function requeueReports({ db, clock, jobs, payments }: LostJobDeps): Promise<void> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const unread = await tx.many<{ id: number }>(sql`
      select id from card_reports
      where gateway = ${payments.name} and reported_on > ${later(now, -READ_WITHIN_MS)}::date and link is not null
        and received_at <= ${later(now, -WAITED_MS)}
      order by reported_on limit ${PART} for update skip locked`)
    if (unread.length === 0) return
    const ids = unread.map(({ id }) => id)
    const known = await tx.many<{ id: number }>(sql`
      select (data ->> 'reportId')::bigint as id from pgboss.job
      where name = ${readReport.name} and (data ->> 'reportId')::bigint = any(${ids}::bigint[])`)
    for (const reportId of ids)
      if (!known.some(({ id }) => id === reportId)) await jobs.send(tx, readReport, { reportId })
  })
}

/** Each batch in its own transaction, until one is not full. */
async function inParts(
  db: Database,
  take: (tx: Db, after: number) => Promise<readonly { id: number }[]>,
): Promise<void> {
  let after = 0
  for (let part = 0; part < PARTS_AT_MOST; part += 1) {
    const taken = await db.transaction((tx) => take(tx, after))
    if (taken.length < PART) return
    after = taken.at(-1)?.id ?? after
  }
}

/**
 * All ids that have a job, read once. Read for each batch, the whole queue would be scanned each time: with
 * 100,000 waiting mails, a hundred times.
 */
async function readQueued<Work extends object>(
  db: Db,
  { name }: JobKind<Work>,
  key: keyof Work & string,
): Promise<Set<number>> {
  return new Set(await listQueued(db, { queue: name, key }))
}

function isMissingIn(queued: ReadonlySet<number>): (row: { id: number }) => boolean {
  return ({ id }) => !queued.has(id)
}

/** Checked again under the lock, for the few that had none: another instance may have sent it. */
async function withoutJob<Work extends object>(
  tx: Db,
  { name }: JobKind<Work>,
  key: keyof Work & string,
  rows: readonly { id: number }[],
): Promise<number[]> {
  const ids = rows.map(({ id }) => id)
  const queued = new Set(ids.length > 0 ? await listQueued(tx, { queue: name, key, ids }) : [])
  return ids.filter((id) => !queued.has(id))
}
