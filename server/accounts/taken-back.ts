import { waysBack } from '#contract/accounts/ways-back.ts'
import { type ActivityName, activities } from '#contract/features/activity.ts'
import type { TakenBack, WayBackName } from '#contract/features/not-me.ts'
import { formatList } from '#contract/wire/format-list.ts'
import { BY_ACCOUNT_NUMBER, BY_PAY_LINK, nameOf } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { nameInMail, personAndEmail } from '#server/platform/mail/names.ts'
import { moreOf } from './more-of.ts'

const LISTED_AT_MOST = 50

/** What people can revert themselves. The report undoes the rest. */
const wayBackFrom: Partial<Record<ActivityName, WayBackName>> = {
  'person-removed': 'people',
  'role-changed': 'people',
  'invitation-withdrawn': 'people',
  'dialer-assigned': 'people',
  'dialer-taken': 'people',
  'account-handed-over': 'people',
  'plan-changed': 'plan',
  'plan-planned': 'plan',
  'plan-kept': 'plan',
  held: 'plan',
  'hold-ended': 'plan',
  reactivated: 'plan',
  cancel: 'cancel',
  'undo-cancel': 'cancel',
  'card-changed': 'billing',
  'backup-card-added': 'billing',
  'backup-card-removed': 'billing',
  'cards-swapped': 'billing',
  'billing-details-changed': 'billing',
  'paid-by-hand': 'billing',
  'app-connected': 'apps',
  'app-disconnected': 'apps',
  'outgoing-mail-saved': 'mail',
  'outgoing-mail-removed': 'mail',
  'name-changed': 'details',
  'account-details-changed': 'details',
  'time-zone-changed': 'details',
  'recovery-codes-renewed': 'security',
  'passkey-renamed': 'security',
  'passkey-removed': 'security',
  'second-factor-off': 'security',
  'second-factor-demanded': 'security',
  'second-factor-demand-withdrawn': 'security',
}

type Row = { action: ActivityName; details: Record<string, unknown> }

type Since = { accountId: number; agentId: number; since: Date }

/** The person, and those whom they have invited since then, in turn, even if they were removed again. */
export async function listActorsSince(tx: Db, { accountId, agentId, since }: Since): Promise<number[]> {
  const actors = await tx.many<{ id: number }>(sql`
    with recursive actors (id) as (
      select id from agents where id = ${agentId}
      union
      select g.id from agents g join actors a on g.invited_by = a.id
      where g.account_id = ${accountId} and g.invited_at >= ${since}
    )
    select id from actors`)
  return actors.map(({ id }) => id)
}

type Changed = Since & { strangers: readonly { id: number }[] }

/**
 * Changes made since then in this person's name and by those whom they invited; if the person was the owner,
 * also by a payment link or the account number. By where they can be reverted. What concerns strangers who were
 * just removed is left out.
 */
export async function listChangesSince(
  tx: Db,
  { accountId, agentId, since, strangers }: Changed,
): Promise<Pick<TakenBack, 'changes' | 'hasMoreChanges'>> {
  const actions = Object.keys(wayBackFrom)
  const removed = strangers.map(({ id }) => id)
  const actors = await listActorsSince(tx, { accountId, agentId, since })
  const rows = await tx.many<Row>(sql`
    select action, details from audit
    where account_id = ${accountId} and at >= ${since} and action = any(${actions})
      and (actor = any(${actors.map((id) => nameOf({ agentId: id }))})
        or actor = any(${[BY_PAY_LINK, BY_ACCOUNT_NUMBER]}) and (
          exists (select from agents where id = ${agentId} and role = 'owner')
          or exists (
            select from owner_changes
            where account_id = ${accountId} and ${agentId}::bigint in (former_id, next_id) and at >= ${since})))
      and coalesce((details ->> 'agentId')::bigint <> all(${removed}), true)
    order by at desc, id desc limit ${LISTED_AT_MOST + 1}`)
  const people = await tx.many<{ id: number; name: string; email: string }>(sql`
    select id, trim(first_name || ' ' || last_name) as name, email from agents where account_id = ${accountId}`)
  const names = new Map(people.map(({ id, ...person }) => [id, personAndEmail(person.name, person.email)]))
  const changes = new Map<WayBackName, string[]>()
  for (const { action, details } of rows.slice(0, LISTED_AT_MOST)) {
    const wayBack = wayBackFrom[action]
    const { passkey } = details
    const more =
      typeof passkey === 'string' ? nameInMail(passkey, '') : moreOf(details, (id) => names.get(id))
    const text = more === '' ? activities[action].text : `${activities[action].text}: ${more}`
    if (wayBack) changes.set(wayBack, [...(changes.get(wayBack) ?? []), text])
  }
  return {
    changes: [...changes].map(([wayBack, texts]) => ({ wayBack, texts: [...new Set(texts)] })),
    hasMoreChanges: rows.length > LISTED_AT_MOST,
  }
}

/**
 * Everyone this person invited from sessions before then, who may still have an open invitation, and those
 * whom they invited in turn.
 */
export async function listStillInvited(
  tx: Db,
  { agentId, since, recently }: { agentId: number; since: Date; recently: Date },
): Promise<string[]> {
  const invited = await tx.many<{ name: string; email: string }>(sql`
    with recursive invited as (
      select id, first_name, last_name, email, role, invited_at, removed_at from agents
      where invited_by = ${agentId} and coalesce(invited_session_began < ${since}, true)
        and (joined_at is null or invited_at >= ${recently})
      union
      select g.id, g.first_name, g.last_name, g.email, g.role, g.invited_at, g.removed_at
      from agents g join invited i on g.invited_by = i.id
    )
    select trim(first_name || ' ' || last_name) as name, email from invited
    where id <> ${agentId} and removed_at is null and role <> 'owner'
    order by invited_at desc, id desc limit ${LISTED_AT_MOST}`)
  return invited.map(({ name, email }) => personAndEmail(name, email))
}

export function sayTakenBack(
  { removed, removesMore, stillInvited, changes, hasMoreChanges }: TakenBack,
  words: { stillInvited: string; changes: string },
): string[] {
  return [
    ...(removed.length > 0
      ? [
          `We removed the people who were invited in your name: ${formatList(removesMore ? [...removed, 'others'] : removed)}. If you know them, invite them again.`,
        ]
      : []),
    ...(stillInvited.length > 0
      ? [`${words.stillInvited}: ${formatList(stillInvited)}. Remove anyone you do not know.`]
      : []),
    ...(changes.length > 0 ? [`${words.changes}:`] : []),
    ...changes.map(({ texts }) => `${texts.join('. ')}.`),
    ...(hasMoreChanges ? ['There is more: the Activity page lists everything.'] : []),
  ]
}

/** People first: that page also invites again and removes. */
export function waysBackFrom(
  { removed, stillInvited, changes }: TakenBack,
  publicUrl: string,
): { label: string; url: string }[] {
  const names = new Set<WayBackName>(changes.map(({ wayBack }) => wayBack))
  if (removed.length + stillInvited.length > 0) names.add('people')
  return (Object.keys(waysBack) as WayBackName[])
    .filter((name) => names.has(name))
    .map((name) => ({ label: waysBack[name].label, url: `${publicUrl}${waysBack[name].path}` }))
}
