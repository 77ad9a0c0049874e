import { formatAmount } from '#contract/catalogue/money.ts'
import { pages } from '#contract/pages.ts'
import { mailOwner, type Owner } from '#server/accounts/accounts.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { defineJob, type Jobs, type Try } from '#server/platform/jobs/jobs.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import type { Mail, MailDeps, MailSite } from '#server/platform/mail/queue-mail.ts'
import { txOf } from '#server/platform/transaction.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '#server/ports/clock.ts'
import type { FoundRefund } from '#server/ports/payments.ts'
import { settleCharge } from './order.ts'

type GiveBackDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'payments'>
/** The reason of a charge being refunded. */
export const CAME_TOO_LATE = 'came too late'
/** The reason of a refunded charge. */
const TURNED_UP_LATE = 'turned up late'

/** The gateway has answered: it is paid, and a job refunds it. */
export function isBeingReturned({ outcome, reason }: { outcome: string; reason: string | null }): boolean {
  return outcome === 'unknown' && reason === CAME_TOO_LATE
}

/** The job has used up its tries within a day. After that an operator must step in. */
export const RETURNED_WITHIN_MS = DAY

const LOOK_AGAIN_MS = [10 * MINUTE, 6 * HOUR]

/** Checks again after a charge was dropped. If it was charged after all, it is refunded. */
const voidLateCharge = defineJob<{ key: string }>({
  name: 'void-late-charge',
  retries: 60,
  firstRetrySeconds: 15,
  longestRetrySeconds: 600,
  expiresSeconds: 30,
})

export async function lookAgainLater(tx: Db, jobs: Jobs, key: string): Promise<void> {
  for (const wait of LOOK_AGAIN_MS) await jobs.send(tx, voidLateCharge, { key }, wait)
}

/** For a payment that could not be refunded: the job restarts from its first try. Returns its name. */
export async function tryReturnAgain(tx: Db, jobs: Jobs, key: string): Promise<string> {
  await jobs.send(tx, voidLateCharge, { key })
  return voidLateCharge.name
}

/**
 * The bank has decided about a disputed charge: a pending refund of it continues, also if the bank first took
 * the money back and then returned it.
 */
export async function returnAfterDispute(tx: Db, jobs: Jobs, chargeId: number): Promise<void> {
  const charge = await tx.maybe<{ key: string }>(sql`
    select key from charges where id = ${chargeId} and (
      (outcome = 'unknown' and reason = ${CAME_TOO_LATE})
      or (outcome = 'voided' and reason = ${TURNED_UP_LATE} and refunded_cents + lost_of_charge(id) < amount_cents))`)
  if (charge) await tryReturnAgain(tx, jobs, charge.key)
}

export function handleLateCharges(deps: GiveBackDeps & Pick<Deps, 'jobs'>): void {
  deps.jobs.handle(voidLateCharge, ({ key }, attempt) => returnLateCharge(deps, key, attempt))
}

/** Its last try in vain leaves a payment that is closed in our records to an operator: any other is listed itself. */
export async function returnLateCharge(
  deps: GiveBackDeps,
  key: string,
  { isLast }: Pick<Try, 'isLast'>,
): Promise<void> {
  try {
    await giveBackCharge(deps, key)
  } catch (error) {
    if (isLast) await noteNotReturned(deps.db, key, deps.clock.now())
    throw error
  }
}

/**
 * The gateway has it as paid, so its refund was sent. Without an account, only the failed job is listed. What an
 * operator has dismissed or credited stays so.
 */
async function noteNotReturned(db: Db, key: string, now: Date): Promise<void> {
  await db.run(sql`
    insert into failed_refunds (account_id, charge_id, reference, amount_cents, why, is_foreign, failed_at)
    select c.account_id, c.id, 'refused-return-' || c.id, c.amount_cents - c.refunded_cents - lost_of_charge(c.id), 'refused',
      false, ${now}
    from charges c
    where c.key = ${key} and c.account_id is not null and c.outcome in ('declined', 'absent', 'voided')
      and c.reason is distinct from ${TURNED_UP_LATE} and c.refunded_cents + lost_of_charge(c.id) < c.amount_cents
      and exists (select from refunds r where r.charge_id = c.id and r.credit_note_id is null)
    on conflict (charge_id, reference) do update set state = 'waiting', failed_at = excluded.failed_at,
      amount_cents = excluded.amount_cents, decided_at = null, decided_by = null
    where failed_refunds.state in ('waiting', 'sent-again')`)
}

/**
 * Handles a payment that arrived when there was nothing left to pay for: a job refunds it, and the owner is
 * notified. The charge stays open in our records until the gateway confirms.
 */
export async function returnPayment(
  tx: Db,
  mailDeps: MailDeps,
  paid: { key: string; accountId: number; reference: string; why: string },
): Promise<void> {
  const { key, accountId, reference, why } = paid
  const charge = await settleCharge(
    tx,
    key,
    { outcome: 'unknown', reference, reason: CAME_TOO_LATE },
    mailDeps.now,
  )
  await mailDeps.jobs.send(tx, voidLateCharge, { key })
  const { cents } = await tx.one<{ cents: number }>(
    sql`select amount_cents as cents from charges where key = ${key}`,
  )
  const returned = { why, cents, brand: charge?.brand ?? '', lastFour: charge?.lastFour ?? '' }
  await mailOwner(txOf(tx, mailDeps), accountId, paymentReturnedMail, returned)
}

export function paymentReturnedMail(
  owner: Owner,
  { publicUrl }: MailSite,
  { why, cents, brand, lastFour }: { why: string; cents: number; brand: string; lastFour: string },
): Mail {
  const amount = formatAmount(cents)
  return {
    purpose: 'payment-returned',
    subject: `We are returning your payment of ${amount}`,
    paragraphs: [
      `This is about ${accountInMail(owner)}. ${why}`,
      `We are returning ${amount} to your ${brand} card ending in ${lastFour}. Banks usually show it within a few days.`,
    ],
    buttons: [{ label: 'See your account', url: `${publicUrl}${pages.account}` }],
  }
}

/**
 * Returns a charge in full: voids it before it settles, refunds it afterwards. It can be called again at any
 * time, even after a kill, and returns the money only once. Throws if the gateway cannot tell the outcome.
 */
export async function giveBackCharge(deps: GiveBackDeps, key: string): Promise<void> {
  const { db, clock, payments } = deps
  const found = await payments.find(key)
  if (found.kind === 'voided') {
    await settleCharge(db, key, { outcome: 'voided' }, clock.now())
    return
  }
  if (found.kind === 'unknown') throw new Error(`The gateway cannot tell what became of the charge ${key}`)
  if (found.kind !== 'paid') return closeUnpaid(db, key, found.kind, clock.now())
  const { reference } = found
  const isDisputed = await db.maybe(sql`select 1 from charges where key = ${key} and is_disputed(id)`)
  if (isDisputed || (await payments.void(reference)).kind === 'settled')
    return refundCharge(deps, key, reference)
  await settleCharge(db, key, { outcome: 'voided', reference, reason: TURNED_UP_LATE }, clock.now())
}

/**
 * A charge that was assumed to be paid but is not: there is nothing to refund. Any other was closed before.
 */
async function closeUnpaid(db: Db, key: string, outcome: 'declined' | 'absent', now: Date): Promise<void> {
  await db.run(sql`
    update charges set outcome = ${outcome}, settled_at = ${now}
    where key = ${key} and outcome = 'unknown' and reason = ${CAME_TOO_LATE}`)
}

async function refundCharge(deps: GiveBackDeps, key: string, reference: string): Promise<void> {
  const { db, clock, config, payments } = deps
  const noted = await noteRefund(db, key, clock.now())
  const refund = noted ?? (await findRefund(db, key))
  if (!refund) return closeReturned(db, key, clock.now())
  const outcome: FoundRefund = noted
    ? await payments.refund({ key: refund.key, reference, amount: refund.amountCents })
    : await payments.findRefund(refund.key)
  const isGivenUp = refund.createdAt < later(clock.now(), -config.settleSeconds * SECOND)
  switch (outcome.kind) {
    case 'refunded':
      return settleRefunded(
        db,
        key,
        { charge: reference, refund: outcome.reference },
        refund.key,
        clock.now(),
      )
    case 'refused':
      await closeRefund(db, refund.key, 'refused', clock.now())
      throw new Error(`The gateway refused the refund ${refund.key}`)
    case 'absent':
      // It never reached the gateway. The next attempt sends another one, with a new key.
      if (isGivenUp) await closeRefund(db, refund.key, 'absent', clock.now())
      throw new Error(`The gateway does not know the refund ${refund.key} yet`)
    case 'unknown':
      throw new Error(`The gateway has not answered the refund ${refund.key}`)
  }
}

/** The bank took all of it back in a dispute, or somebody refunded it at the gateway. */
async function closeReturned(db: Db, key: string, now: Date): Promise<void> {
  await db.run(sql`
    update charges set outcome = 'voided', reason = ${TURNED_UP_LATE}, settled_at = ${now}
    where key = ${key} and outcome = 'unknown' and refunded_cents + lost_of_charge(id) >= amount_cents`)
}

type Refund = { key: string; amountCents: number; createdAt: Date }

/**
 * The caller that inserts the row may send the refund, once. Undefined: one is in progress, all of it was
 * refunded, or the bank has yet to decide whether it takes the money back itself, which queues the job again.
 * A dispute notice also locks the charge: what it says is read only after the lock.
 */
function noteRefund(db: Deps['db'], chargeKey: string, now: Date): Promise<Refund | undefined> {
  return db.transaction(async (tx) => {
    await lockCharge(tx, chargeKey)
    return tx.maybe<Refund>(sql`
      insert into refunds (key, charge_id, amount_cents, outcome, created_at)
      select 'refund-' || c.id || '-' || (select count(*) + 1 from refunds r where r.charge_id = c.id), c.id,
        c.amount_cents - c.refunded_cents - lost_of_charge(c.id), 'sent', ${now}::timestamptz
      from charges c
      where c.key = ${chargeKey} and c.refunded_cents + lost_of_charge(c.id) < c.amount_cents
        and not is_disputed(c.id)
        and not exists (select from refunds r where r.charge_id = c.id and r.outcome = 'sent')
      on conflict (key) do nothing
      returning key, amount_cents as "amountCents", created_at as "createdAt"`)
  })
}

async function lockCharge(tx: Db, key: string): Promise<void> {
  await tx.run(sql`select 1 from charges where key = ${key} for update`)
}

function findRefund(db: Db, chargeKey: string): Promise<Refund | undefined> {
  return db.maybe<Refund>(sql`
    select r.key, r.amount_cents as "amountCents", r.created_at as "createdAt"
    from refunds r join charges c on c.id = r.charge_id
    where c.key = ${chargeKey} and r.outcome = 'sent' order by r.id desc limit 1`)
}

async function settleRefunded(
  db: Deps['db'],
  chargeKey: string,
  references: { charge: string; refund: string },
  refundKey: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCharge(tx, chargeKey)
    const refund = await tx.maybe<{ cents: number }>(sql`
      update refunds set outcome = 'refunded', gateway_reference = ${references.refund}, settled_at = ${now}
      where key = ${refundKey} and outcome = 'sent' returning amount_cents as cents`)
    if (!refund) return
    await tx.run(sql`
      update charges set refunded_cents = least(amount_cents, refunded_cents + ${refund.cents}) where key = ${chargeKey}`)
    const settled = { outcome: 'voided', reference: references.charge, reason: TURNED_UP_LATE } as const
    await settleCharge(tx, chargeKey, settled, now)
  })
}

async function closeRefund(db: Db, key: string, outcome: 'refused' | 'absent', now: Date): Promise<void> {
  await db.run(sql`update refunds set outcome = ${outcome}, settled_at = ${now} where key = ${key}`)
}
