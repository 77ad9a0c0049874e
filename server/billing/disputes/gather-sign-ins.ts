import { type Day, daysAfter, momentOf } from '#contract/calendar/billing-dates.ts'
import { deviceOf } from '#contract/devices/device-name.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { shortenIp } from '#server/platform/ip.ts'

/** A bank reads no thousand lines. */
const LISTED_AT_MOST = 200

/** Names by agent. */
export type People = ReadonlyMap<number, string>
export type SignIn = { at: Date; name: string; ip: string; device: string }
export type SignIns = {
  /** Oldest first. Those within the service come before others, and newer ones before older ones. */
  listed: SignIn[]
  /** All that there were within the service that was paid for; undefined if it was not for a month. */
  withinService: { count: number; listed: number } | undefined
}
/** The days that were paid for. */
type Service = { zone: string; from: Day; through: Day }
/** From a moment until just before another. */
type Range = { from: Date | '-infinity'; until: Date | 'infinity' }

/** That the account was used, above all within the service of the disputed payment. */
export async function gatherSignIns(
  db: Db,
  accountId: number,
  people: People,
  service: Service | undefined,
): Promise<SignIns> {
  const newest = await listNewest(db, accountId, people, { from: '-infinity', until: 'infinity' })
  if (!service) return { listed: newest.reverse(), withinService: undefined }
  const { zone, from, through } = service
  const range = { from: momentOf(zone, from), until: momentOf(zone, daysAfter(through, 1)) }
  const within = await listNewest(db, accountId, people, range)
  const others = newest.filter(({ at }) => at < range.from || at >= range.until)
  return {
    listed: [...within, ...others]
      .slice(0, LISTED_AT_MOST)
      .sort((one, other) => one.at.getTime() - other.at.getTime()),
    withinService: { count: await countWithin(db, accountId, people, range), listed: within.length },
  }
}

/** Newest first. Sessions are the record of sign-ins; what is left of older ones is kept for this. */
async function listNewest(
  db: Db,
  accountId: number,
  people: People,
  { from, until }: Range,
): Promise<SignIn[]> {
  const recent = await db.many<{ at: Date; agentId: number; address: string; userAgent: string }>(sql`
    select s.created_at as at, s.agent_id as "agentId", s.address, s.user_agent as "userAgent"
    from unnest(${[...people.keys()]}::bigint[]) as person (id) cross join lateral (
      select created_at, agent_id, address, user_agent, id from sessions
      where agent_id = person.id and created_at >= ${from}::timestamptz and created_at < ${until}::timestamptz
      order by created_at desc, id desc limit ${LISTED_AT_MOST}
    ) s
    order by s.created_at desc, s.id desc limit ${LISTED_AT_MOST}`)
  const past = await db.many<{ at: Date; agentId: number; ip: string; device: string }>(sql`
    select at, agent_id as "agentId", ip, device from past_sign_ins
    where account_id = ${accountId} and at >= ${from}::timestamptz and at < ${until}::timestamptz
    order by at desc, id desc limit ${LISTED_AT_MOST}`)
  const shortened = recent.map(({ address, userAgent, ...row }) => ({
    ...row,
    ip: shortenIp(address),
    device: deviceOf(userAgent),
  }))
  return [...past, ...shortened]
    .map(({ agentId, ...row }) => ({ ...row, name: people.get(agentId) ?? '' }))
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, LISTED_AT_MOST)
}

async function countWithin(
  db: Db,
  accountId: number,
  people: People,
  { from, until }: Range,
): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select (
      select count(*) from sessions where agent_id = any(${[...people.keys()]}::bigint[])
        and created_at >= ${from}::timestamptz and created_at < ${until}::timestamptz
    ) + (
      select count(*) from past_sign_ins where account_id = ${accountId}
        and at >= ${from}::timestamptz and at < ${until}::timestamptz
    ) as count`)
  return count
}
