import { dropHandOverLinks } from '#server/accounts/hand-overs.ts'
import { statusesTakingPeople } from '#server/accounts/status-rules.ts'
import { mailAgent } from '#server/identity/mail-person.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { handOverEndedMail } from './mails.ts'

/** A hand-over that waits for the agreement of the owner, the next owner, or both. */
export type OpenHandOver = {
  id: number
  accountId: number
  formerId: number
  nextId: number
  expiresAt: Date
  formerAgreedAt: Date | null
  nextAgreedAt: Date | null
}
export type HandOverOutcome = 'done' | 'refused' | 'withdrawn' | 'expired'

export function findOpenHandOver(db: Db, accountId: number, now: Date): Promise<OpenHandOver | undefined> {
  return db.maybe<OpenHandOver>(sql`
    select id, account_id as "accountId", former_id as "formerId", next_id as "nextId", expires_at as "expiresAt",
      former_agreed_at as "formerAgreedAt", next_agreed_at as "nextAgreedAt"
    from hand_overs where account_id = ${accountId} and ended_at is null and expires_at > ${now}`)
}

/** The caller has locked the account's people. An expired hand-over is ended first. */
export async function insertHandOver(
  tx: Db,
  request: Pick<OpenHandOver, 'accountId' | 'formerId' | 'nextId' | 'expiresAt'> & { askedBy: string },
  now: Date,
): Promise<number | undefined> {
  await tx.run(sql`
    update hand_overs set ended_at = ${now}, outcome = 'expired'
    where account_id = ${request.accountId} and ended_at is null and expires_at <= ${now}`)
  const inserted = await tx.maybe<{ id: number }>(sql`
    insert into hand_overs (account_id, former_id, next_id, asked_by, created_at, expires_at)
    values (${request.accountId}, ${request.formerId}, ${request.nextId}, ${request.askedBy}, ${now}, ${request.expiresAt})
    on conflict (account_id) where ended_at is null do nothing returning id`)
  return inserted?.id
}

export type HandOverOfLink = OpenHandOver & {
  /** The recipient of the mailed link. */
  agentId: number
  email: string
  company: string
  pin: string
  timeZone: string
  formerName: string
  formerEmail: string
  nextName: string
  nextEmail: string
  outcome: HandOverOutcome | null
  /** Whether both still have the roles that they had at the request. */
  isStillSo: boolean
  /** Whether the account still accepts people: it may have ended, or been marked for fraud, since then. */
  takesPeople: boolean
  hasFactor: boolean
}

/** By the token of either of its two links. If that link was withdrawn, it is not found while open. */
export function findHandOverOfLink(db: Db, token: string): Promise<HandOverOfLink | undefined> {
  return db.maybe<HandOverOfLink>(sql`
    select h.id, h.account_id as "accountId", h.former_id as "formerId", h.next_id as "nextId",
      h.expires_at as "expiresAt", h.former_agreed_at as "formerAgreedAt", h.next_agreed_at as "nextAgreedAt", h.outcome,
      l.agent_id as "agentId", m.email, a.company, a.pin, a.time_zone as "timeZone",
      trim(f.first_name || ' ' || f.last_name) as "formerName", f.email as "formerEmail",
      trim(n.first_name || ' ' || n.last_name) as "nextName", n.email as "nextEmail",
      f.role = 'owner' and f.removed_at is null and n.removed_at is null and n.joined_at is not null as "isStillSo",
      a.status = any(${statusesTakingPeople}) and a.fraud_marked_at is null as "takesPeople",
      exists (select from agents_with_factor w where w.agent_id = m.id) as "hasFactor"
    from links l join hand_overs h on h.id = (l.subject ->> 'handOver')::bigint
    join accounts a on a.id = h.account_id join agents m on m.id = l.agent_id
    join agents f on f.id = h.former_id join agents n on n.id = h.next_id
    where l.token_hash = ${hashToken(token)} and l.purpose = 'hand-over'
      and (l.spent_at is null or h.ended_at is not null)`)
}

/** False if this person had already agreed. */
export async function noteAgreed(
  tx: Db,
  { id, formerId, agentId }: Pick<HandOverOfLink, 'id' | 'formerId' | 'agentId'>,
  now: Date,
): Promise<boolean> {
  const isFormer = agentId === formerId
  const noted = await tx.run(sql`
    update hand_overs set
      former_agreed_at = case when ${isFormer} then ${now}::timestamptz else former_agreed_at end,
      next_agreed_at = case when ${isFormer} then next_agreed_at else ${now}::timestamptz end
    where id = ${id} and ended_at is null
      and case when ${isFormer} then former_agreed_at is null else next_agreed_at is null end`)
  return noted === 1
}

/** Ends it with both of its links. False if it had already ended. */
export async function endHandOver(
  tx: Db,
  handOver: Pick<OpenHandOver, 'id' | 'formerId' | 'nextId'>,
  outcome: HandOverOutcome,
  now: Date,
): Promise<boolean> {
  const ended = await tx.run(sql`
    update hand_overs set ended_at = ${now}, outcome = ${outcome} where id = ${handOver.id} and ended_at is null`)
  await dropHandOverLinks(tx, handOver, now)
  return ended === 1
}

/** Mails both people, unless they were removed. */
export async function mailNothingChanged(
  tx: Tx,
  { formerId, nextId }: Pick<OpenHandOver, 'formerId' | 'nextId'>,
  why: string,
): Promise<void> {
  for (const agentId of await listStillThere(tx, [formerId, nextId]))
    await mailAgent(tx, agentId, handOverEndedMail, why)
}

export async function listStillThere(tx: Db, agentIds: readonly number[]): Promise<number[]> {
  const there = await tx.many<{ id: number }>(
    sql`select id from agents where id = any(${agentIds}) and removed_at is null order by id`,
  )
  return there.map(({ id }) => id)
}
