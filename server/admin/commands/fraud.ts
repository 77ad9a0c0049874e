import type { Status } from '#contract/accounts/statuses.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import { endSessionsOfAccount } from '../../identity/sessions.ts'
import type { Command } from '../command.ts'
import { theAccount } from '../find-account.ts'

type Marked = { before: Status; subscriptionId: number | null }

export const markFraudCommand: Command = {
  name: 'fraud mark',
  takes: 'NUMBER',
  says: 'Cancels an account for fraud. Everyone is signed out, and there are no further charges.',
  flags: { reason: { takes: 'TEXT', says: 'the reason, for the audit log' } },
  async run({ db }, { args, flag, actor, now }) {
    const account = await theAccount(db, args.join(' '))
    if (isRefused(account)) return account
    const reason = flag('reason')?.trim() ?? ''
    if (reason === '')
      return refuse('invalid-fields', { errors: 'Give a reason: --reason "chargeback in November".' })
    const marked = await db.transaction(async (tx) => {
      // The mark of a dispute becomes the operator's own, so that winning the dispute does not lift it.
      const disputed = await markOfDispute(tx, account.id)
      const done = await tx.run(sql`
        update accounts set status = 'canceled', status_since = ${now}, fraud_marked_at = ${now}, fraud_reason = ${reason},
          fraud_dispute_id = null
        where id = ${account.id} and (fraud_marked_at is null or fraud_dispute_id is not null)`)
      if (done === 0) return false
      await endSessionsOfAccount(tx, account.id, now)
      const subscriptionId = await stopCharging(tx, account.id, now)
      const former = disputed ?? { before: account.status, subscriptionId }
      const details = { reason, ...former } satisfies Marked & { reason: string }
      await recordAudit(tx, { actor, action: 'fraud-marked', accountId: account.id, details }, now)
      return true
    })
    return marked
      ? { said: `${account.pin} (${account.company}) is canceled for fraud, and everyone is signed out.` }
      : refuse('invalid-fields', { errors: `${account.pin} is already marked for fraud.` })
  },
}

export const undoFraudCommand: Command = {
  name: 'fraud undo',
  takes: 'NUMBER',
  says: 'Removes a fraud mark. A month that is already paid continues. After that, the owner can reactivate.',
  async run({ db }, { args, actor, now }) {
    const account = await theAccount(db, args.join(' '))
    if (isRefused(account)) return account
    if (!account.isFraud)
      return refuse('invalid-fields', { errors: `${account.pin} is not marked for fraud.` })
    const status = await db.transaction(async (tx) => {
      const marked = (await markOfDispute(tx, account.id)) ?? (await lastMark(tx, account.id))
      const goesOn = marked?.subscriptionId ? await goOn(tx, marked.subscriptionId, now) : false
      // Without a current paid month the account stays canceled, and its owner must pay to reactivate it.
      const back = goesOn || marked?.before === 'free agent' ? (marked?.before ?? 'canceled') : 'canceled'
      await tx.run(sql`
        update accounts set fraud_marked_at = null, fraud_reason = null, fraud_dispute_id = null, status = ${back},
          status_since = ${now}
        where id = ${account.id}`)
      await recordAudit(
        tx,
        { actor, action: 'fraud-undone', accountId: account.id, details: { status: back } },
        now,
      )
      return back
    })
    return {
      said: `The fraud mark on ${account.pin} (${account.company}) was removed. The account is now ${status}.`,
    }
  },
}

/** What the account was when a dispute closed it, if a dispute set the mark. */
function markOfDispute(tx: Db, accountId: number): Promise<Marked | undefined> {
  return tx.maybe<Marked>(sql`
    select d.former_status as before, d.former_subscription_id as "subscriptionId"
    from accounts a join disputes d on d.id = a.fraud_dispute_id
    where a.id = ${accountId} and a.fraud_marked_at is not null for update of a`)
}

async function stopCharging(tx: Db, accountId: number, now: Date): Promise<number | null> {
  const ended = await tx.maybe<{ id: number }>(sql`
    update subscriptions set ended_at = ${now}, next_at = null where account_id = ${accountId} and ended_at is null
    returning id`)
  if (!ended) return null
  await tx.run(sql`
    update periods set state = 'given_up', next_try_at = null
    where subscription_id = ${ended.id} and state in ('due', 'past_due')`)
  return ended.id
}

function lastMark(tx: Db, accountId: number): Promise<Marked | undefined> {
  return tx.maybe<Marked>(sql`
    select details->>'before' as before, (details->>'subscriptionId')::bigint as "subscriptionId" from audit
    where account_id = ${accountId} and action = 'fraud-marked' order by id desc limit 1`)
}

/** Continues only within a paid month that has not ended: months that have passed since are not owed. */
async function goOn(tx: Db, subscriptionId: number, now: Date): Promise<boolean> {
  const running = await tx.run(sql`
    update subscriptions s set ended_at = null, next_at = p.ends_at
    from (select max(ends_at) as ends_at from periods
          where subscription_id = ${subscriptionId} and state in ('paid', 'free')) p
    where s.id = ${subscriptionId} and p.ends_at > ${now}`)
  return running === 1
}
