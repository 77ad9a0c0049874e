import { may } from '#contract/accounts/roles.ts'
import { type Status, statuses } from '#contract/accounts/statuses.ts'
import type { Person } from '#contract/features/people/calls.ts'
import type { PeopleValues } from '#contract/features/people/values.ts'
import { seatsOf } from '#server/accounts/seats.ts'
import type { Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatShortDate } from '#server/platform/format-moment.ts'
import { type ListedPerson, listPeopleOf } from './queries.ts'
import { showDialers } from './show-dialers.ts'

type Account = { status: Status; timeZone: string }

/** The people of the session's account, as shown by the page and returned by every call about people. */
export async function listPeople(db: Db, { accountId, agentId }: Session, now: Date): Promise<PeopleValues> {
  const account = await db.one<Account>(
    sql`select status, time_zone as "timeZone" from accounts where id = ${accountId}`,
  )
  const rows = await listPeopleOf(db, accountId)
  // The session's role is that of the beginning of the request: it may have just handed the account over.
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

function shown(row: ListedPerson, { status, timeZone }: Account, now: Date): Omit<Person, 'is_you'> {
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
