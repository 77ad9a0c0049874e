import {
  type Dialer,
  type DialerCounts,
  type DialerKey,
  dialerKeys,
  type LostDialer,
  lostDialers,
} from '#contract/catalogue/dialers.ts'
import { items } from '#contract/catalogue/plan.ts'
import { pages } from '#contract/pages.ts'
import { mailAgent, type Person } from '#server/identity/mail-person.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import type { Mail, MailDeps, MailSite } from '#server/platform/mail/queue-mail.ts'
import { txOf } from '#server/platform/transaction.ts'
import { lockPeople } from './seats.ts'

/** The dialers of the plan, including unassigned ones. */
export function listDialers(db: Db, accountId: number): Promise<Dialer[]> {
  return db.many<Dialer>(sql`
    select i.item, p.place, coalesce(d.people, '[]') as people, d.since
    from subscription_items i
    cross join lateral generate_series(1, i.quantity) as p (place)
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', g.id, 'name', trim(g.first_name || ' ' || g.last_name))
          order by a.assigned_at, g.id) as people,
        to_jsonb(min(a.assigned_at)) #>> '{}' as since
      from dialer_assignments a join agents g on g.id = a.agent_id
      where a.account_id = ${accountId} and a.item = i.item and a.place = p.place
    ) d on true
    where i.item = any(${dialerKeys})
      and i.subscription_id = (select id from subscriptions where account_id = ${accountId} order by id desc limit 1)
    order by i.item desc, p.place`)
}

/**
 * Gives the person an unassigned dialer, the larger kind first. Does nothing if there is none, or if the
 * person already has one.
 */
export async function assignFreeDialer(
  tx: Db,
  { accountId, agentId }: { accountId: number; agentId: number },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into dialer_assignments (agent_id, item, account_id, place, assigned_at)
    select ${agentId}::bigint, i.item, ${accountId}::bigint, p.place, ${now}::timestamptz
    from subscription_items i cross join lateral generate_series(1, i.quantity) as p (place)
    where i.item = any(${dialerKeys})
      and i.subscription_id = (select id from subscriptions where account_id = ${accountId} order by id desc limit 1)
      and not exists (select from dialer_assignments a
        where a.account_id = ${accountId} and a.item = i.item and a.place = p.place)
      and not exists (select from dialer_assignments a where a.agent_id = ${agentId})
    order by i.item desc, p.place limit 1`)
}

/**
 * Ends dialers that are no longer bought, in the transaction that changes the plan: each person concerned is
 * told, and each loss audited. Call it after the items were replaced.
 */
export async function fitDialers(
  tx: Db,
  deps: MailDeps,
  accountId: number,
  { before, after }: { before: DialerCounts; after: DialerCounts },
): Promise<void> {
  await lockPeople(tx, accountId)
  const assigned = await listAssigned(tx, accountId)
  const lost = lostDialers(assigned, before, after)
  for (const one of lost) await giveUp(tx, deps, accountId, one, freePlace(one, assigned, after))
  for (const item of dialerKeys) {
    const remaining = assigned.filter(
      (dialer) => dialer.item === item && !lost.some((one) => one.dialer === dialer),
    )
    if (remaining.some(({ place }) => place > after[item])) await renumber(tx, accountId, remaining)
  }
}

/** The assigned dialers, whether or not they are still bought. */
function listAssigned(tx: Db, accountId: number): Promise<Dialer[]> {
  return tx.many<Dialer>(sql`
    select item, place, to_jsonb(min(assigned_at)) #>> '{}' as since,
      jsonb_agg(jsonb_build_object('id', agent_id, 'name', '') order by assigned_at, agent_id) as people
    from dialer_assignments where account_id = ${accountId} group by item, place order by item desc, place`)
}

/** Takes it, so that the next one to be exchanged gets another. */
function freePlace({ dialer, instead }: LostDialer, assigned: Dialer[], after: DialerCounts) {
  if (!instead) return undefined
  const isTaken = (place: number) => assigned.some((one) => one.item === instead && one.place === place)
  const place = Array.from({ length: after[instead] }, (_, index) => index + 1).find((one) => !isTaken(one))
  if (place === undefined) return undefined
  assigned.push({ ...dialer, item: instead, place })
  return { item: instead, place }
}

async function giveUp(
  tx: Db,
  deps: MailDeps,
  accountId: number,
  { dialer }: LostDialer,
  instead: { item: DialerKey; place: number } | undefined,
): Promise<void> {
  for (const { id: agentId } of dialer.people) {
    const moved =
      instead &&
      (await tx.run(sql`
        update dialer_assignments set item = ${instead.item}, place = ${instead.place}
        where agent_id = ${agentId} and item = ${dialer.item}
          and not exists (select from dialer_assignments a where a.agent_id = ${agentId} and a.item = ${instead.item})`))
    if (!moved)
      await tx.run(sql`delete from dialer_assignments where agent_id = ${agentId} and item = ${dialer.item}`)
    const gets = moved ? instead.item : null
    await mailAgent(txOf(tx, deps), agentId, dialerLostMail, { item: dialer.item, instead: gets })
    const details = { agentId, item: dialer.item, instead: gets }
    const action = gets ? 'dialer-exchanged' : 'dialer-given-up'
    await recordAudit(tx, { actor: 'system', action, accountId, agentId, details }, deps.now)
  }
}

/** Closes gaps from the lowest position up, so that no two dialers share a position. */
async function renumber(tx: Db, accountId: number, dialers: readonly Dialer[]): Promise<void> {
  for (const [index, { item, place }] of dialers.toSorted((a, b) => a.place - b.place).entries())
    await tx.run(sql`
      update dialer_assignments set place = ${index + 1}
      where account_id = ${accountId} and item = ${item} and place = ${place}`)
}

/** Tells a person that the plan no longer has the dialer that they used. */
export function dialerLostMail(
  person: Person,
  { publicUrl }: MailSite,
  { item, instead }: { item: DialerKey; instead: DialerKey | null },
): Mail {
  const former = items[item].label.toLowerCase()
  const account = accountInMail(person)
  const next = instead && items[instead].label.toLowerCase()
  return {
    purpose: 'dialer-lost',
    subject: next ? `You now have a ${next}` : `You no longer have a ${former}`,
    paragraphs: [
      next
        ? `The plan of ${account} has changed. You now have a ${next} instead of the ${former}.`
        : `The plan of ${account} has fewer dialers now, and the ${former} that you had is no longer part of it.`,
      ...(next ? [] : ['You can still sign in. The owner or an admin can let you share another dialer.']),
    ],
    buttons: [{ label: 'See who has which dialer', url: `${publicUrl}${pages.people}` }],
  }
}
