import * as messages from '#contract/accounts/people-messages.ts'
import { may, mayManage, type Permission, type Role } from '#contract/accounts/roles.ts'
import { type Status, statuses } from '#contract/accounts/statuses.ts'
import { formatMoment, formatShortDay } from '#contract/calendar/billing-dates.ts'
import { countDialers, type Dialer, lostDialers, nameOfDialer } from '#contract/catalogue/dialers.ts'
import type { PlanItem } from '#contract/catalogue/items.ts'
import {
  assignableRoleOf,
  type changeRole as changeRoleCall,
  type PeopleValues,
  type Person,
  type removePerson as removePersonCall,
  type SharedDialer,
} from '#contract/features/people.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import { findTimeZone } from '#server/accounts/accounts.ts'
import { listDialers } from '#server/accounts/dialers.ts'
import { endHandOversOf, findGivenAway } from '#server/accounts/hand-overs.ts'
import { markRemoved, seatsOf } from '#server/accounts/seats.ts'
import { refuseRole } from '#server/accounts/signed-in.ts'
import { dropAllLinks } from '#server/identity/links.ts'
import { mailPerson } from '#server/identity/mail-person.ts'
import { by, endSessionsOfAgent, type Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatShortDate } from '#server/platform/format-moment.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { refuse } from '#server/platform/refusal.ts'
import { lockedTransaction, type TransactionDeps, type Tx } from '#server/platform/transaction.ts'
import { mailNothingChanged } from './hand-overs.ts'
import { removedMail, roleChangedMail } from './mails.ts'
import {
  findMembership,
  findNameForMail,
  type ListedPerson,
  listPeopleOf,
  lockPeopleFor,
  lockPerson,
  setRole,
} from './queries.ts'

type Answer = { data: PeopleValues }

/** A change of the people by somebody who may make it. Returns what the page shows afterwards. */
export function changePeople(
  deps: TransactionDeps,
  session: Session,
  permission: Permission,
  change: (tx: Tx, actor: { role: Role }) => Promise<void>,
): Promise<Answer> {
  return lockedTransaction(
    deps,
    (tx) => lockPeopleFor(tx, session, permission),
    async (tx, actor) => {
      await change(tx, actor)
      return { data: await listPeople(tx, session, tx.now) }
    },
  )
}

/**
 * Takes effect immediately: the person's next request goes to the sign-in page. An owner can leave only by
 * handing the account over.
 */
export async function removePerson(
  deps: TransactionDeps,
  { agent_id: agentId }: ParsedBodyOf<typeof removePersonCall>,
  session: Session,
  visitor: Pick<Visitor, 'report'>,
): Promise<Answer> {
  const { accountId } = session
  const answer = await changePeople(deps, session, 'manage-people', async (tx, actor) => {
    const person = await lockPerson(tx, accountId, agentId)
    if (!person?.joinedAt || person.role === 'owner')
      throw refuse('not-found', { errors: messages.personGone })
    if (!mayManage(actor.role, person.role)) throw refuseRole('give-roles')
    const handOver = await findGivenAway(tx, agentId, tx.now)
    if (handOver?.undoEndsAt) {
      const until = formatMoment(await findTimeZone(tx, accountId), handOver.undoEndsAt)
      throw refuse('invalid-fields', { errors: messages.formerOwnerStays(until) })
    }
    const membership = await findMembership(tx, agentId)
    await endSessionsOfAgent(tx, agentId, tx.now)
    await dropAllLinks(tx, agentId, tx.now)
    await markRemoved(tx, agentId, tx.now)
    const ended = await endHandOversOf(tx, agentId, 'removed', tx.now)
    if (ended) {
      const name = await findNameForMail(tx, agentId)
      await mailNothingChanged(tx, ended, `${name} was removed from the account.`)
    }
    if (membership) {
      const remover = await findNameForMail(tx, session.agentId)
      await mailPerson(tx, { ...membership, ...person }, removedMail, remover)
    }
    await tx.audit({ ...by(session), action: 'person-removed', details: { agentId } })
  })
  visitor.report('person.removed', { toAgentId: agentId })
  return answer
}

/** Applies from the person's next request on. An open invitation can be given another role as well. */
export function changeRole(
  deps: TransactionDeps,
  body: ParsedBodyOf<typeof changeRoleCall>,
  session: Session,
): Promise<Answer> {
  const role = assignableRoleOf(body.role)
  return changePeople(deps, session, 'give-roles', async (tx) => {
    const person = await lockPerson(tx, session.accountId, body.agent_id)
    if (!person) throw refuse('not-found', { errors: messages.personGone })
    if (person.role === 'owner') throw refuse('invalid-fields', { errors: messages.ownerHasNoOtherRole })
    if (person.role === role) return
    await setRole(tx, person.id, role)
    const membership = person.joinedAt ? await findMembership(tx, person.id) : undefined
    const changedBy = await findNameForMail(tx, session.agentId)
    if (membership) await mailPerson(tx, { ...membership, ...person }, roleChangedMail, { role, changedBy })
    const details = { agentId: person.id, formerRole: person.role, role }
    await tx.audit({ ...by(session), action: 'role-changed', agentId: person.id, details })
  })
}

/** The people of the session's account, as shown by the page and returned by every call about people. */
export async function listPeople(db: Db, { accountId, agentId }: Session, now: Date): Promise<PeopleValues> {
  const account = await db.one<{ status: Status; timeZone: string }>(
    sql`select status, time_zone as "timeZone" from accounts where id = ${accountId}`,
  )
  const rows = await listPeopleOf(db, accountId)
  // The session's role dates from the start of the request: it may have just handed the account over.
  const seesFactors = rows.some(({ id, role }) => id === agentId && may(role, 'demand-second-factor'))
  return {
    people: rows.map((row) => ({
      ...shown(row, account, now),
      is_you: row.id === agentId,
      ...(seesFactors && row.joinedAt && { second_factor: row.secondFactor }),
    })),
    seats: await seatsOf(db, accountId),
    dialers: await showDialers(db, accountId),
  }
}

function shown(
  row: ListedPerson,
  { status, timeZone }: { status: Status; timeZone: string },
  now: Date,
): Omit<Person, 'is_you'> {
  const statusId = row.joinedAt ? status : 'free signup agent'
  return {
    id: row.id,
    name: `${row.firstName} ${row.lastName}`.trim(),
    email: row.email,
    role: row.role,
    status: row.joinedAt ? statuses[statusId].text : 'Invited',
    status_id: statusId,
    has_joined: row.joinedAt !== null,
    when: row.joinedAt
      ? `Joined ${formatShortDate(timeZone, row.joinedAt)}`
      : formatUntil(row.invitationEndsAt, timeZone, now),
  }
}

function formatUntil(endsAt: Date | null, timeZone: string, now: Date): string {
  if (!endsAt || endsAt <= now) return 'The link has expired'
  return `The link works until ${formatShortDate(timeZone, endsAt)}`
}

/** The dialers of the plan, and which of them a planned change would end. */
async function showDialers(db: Db, accountId: number): Promise<SharedDialer[]> {
  const dialers = await listDialers(db, accountId)
  const planned = dialers.length > 0 ? await findPlanned(db, accountId) : undefined
  const bought = countDialers(dialers.map(({ item }) => ({ key: item, quantity: boughtOf(dialers, item) })))
  const lost = planned ? lostDialers(dialers, bought, countDialers(planned.items)) : []
  return dialers.map((dialer) => ({
    item: dialer.item,
    place: dialer.place,
    name: nameOfDialer(dialer, bought[dialer.item]),
    people: dialer.people,
    ends: planned && lost.some((one) => one.dialer === dialer) ? formatShortDay(planned.on) : '',
  }))
}

function boughtOf(dialers: readonly Dialer[], item: Dialer['item']): number {
  return dialers.filter((dialer) => dialer.item === item).length
}

function findPlanned(db: Db, accountId: number): Promise<{ on: string; items: PlanItem[] } | undefined> {
  return db.maybe(sql`
    select effective_on as on, items from subscription_changes
    where subscription_id = (select id from subscriptions where account_id = ${accountId} and ended_at is null)
      and applied_at is null and withdrawn_at is null`)
}
