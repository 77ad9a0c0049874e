import { accountTakesNobody } from '#contract/accounts/people-messages.ts'
import { roles } from '#contract/accounts/role-labels.ts'
import type { Role } from '#contract/accounts/roles.ts'
import type { Status } from '#contract/accounts/statuses.ts'
import type { DeskPerson, DeskSession } from '#contract/desk/account.ts'
import { deviceOf } from '#contract/devices/device-name.ts'
import { statusesTakingPeople } from '#server/accounts/status-rules.ts'
import { findRecoveries } from '#server/identity/recover-second-factor.ts'
import { SESSION_IDLE_MS } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { shortenIp } from '#server/platform/ip.ts'
import { later } from '#server/ports/clock.ts'
import { momentIn } from '../desk-moment.ts'

type PersonRow = {
  id: number
  firstName: string
  lastName: string
  email: string
  role: Role
  joinedAt: Date | null
  invitedAt: Date | null
  invitationEndsAt: Date | null
  bouncedAt: Date | null
  hasPassword: boolean
  hasApp: boolean
  passkeys: number
  sessions: number
  lastSignInAt: Date | null
}

/** The owner first, then people who have joined, then people who are invited. */
export async function listDeskPeople(
  db: Db,
  { id: accountId, timeZone, status }: { id: number; timeZone: string; status: Status },
  now: Date,
): Promise<DeskPerson[]> {
  const rows = await db.many<PersonRow>(sql`
    select g.id, g.first_name as "firstName", g.last_name as "lastName", g.email, g.role, g.joined_at as "joinedAt",
      g.invited_at as "invitedAt", g.mail_bounced_at as "bouncedAt", g.password_hash is not null as "hasPassword",
      (select max(l.expires_at) from links l
       where l.agent_id = g.id and l.purpose = 'invitation' and l.spent_at is null) as "invitationEndsAt",
      exists (select from second_factors f where f.agent_id = g.id and f.confirmed_at is not null) as "hasApp",
      (select count(*)::int from passkeys k where k.agent_id = g.id) as passkeys,
      (select count(*)::int from sessions s where s.agent_id = g.id and s.ended_at is null and s.expires_at > ${now}
         and s.last_seen_at > ${later(now, -SESSION_IDLE_MS)}) as sessions,
      coalesce(
        (select s.created_at from sessions s where s.agent_id = g.id order by s.created_at desc limit 1),
        (select p.at from past_sign_ins p where p.account_id = g.account_id and p.agent_id = g.id
         order by p.at desc, p.id desc limit 1)) as "lastSignInAt"
    from agents g
    where g.account_id = ${accountId} and g.removed_at is null
    order by g.role = 'owner' desc, g.joined_at nulls last, g.id`)
  const recoveries = await findRecoveries(
    db,
    rows.map(({ id }) => id),
    now,
  )
  const whyNot = statusesTakingPeople.includes(status) ? null : accountTakesNobody
  return rows.map((row) => shownPerson(row, { recovery: recoveries.get(row.id), whyNot, timeZone }, now))
}

type Around = { recovery: Date | undefined; whyNot: string | null; timeZone: string }

function shownPerson(row: PersonRow, { recovery, whyNot, timeZone }: Around, now: Date): DeskPerson {
  const moment = (at: Date | null | undefined) => (at ? momentIn(timeZone, at) : null)
  const { invitationEndsAt, invitedAt } = row
  return {
    id: row.id,
    name: `${row.firstName} ${row.lastName}`.trim() || row.email,
    email: row.email,
    role: row.role,
    roleLabel: roles[row.role].label,
    methods: methodsOf(row),
    lastSignIn: moment(row.lastSignInAt),
    joined: moment(row.joinedAt),
    invitation: row.joinedAt
      ? null
      : {
          sent: moment(invitedAt),
          until: moment(invitationEndsAt),
          isOver: !invitationEndsAt || invitationEndsAt <= now,
          why: whyNot,
        },
    bounced: moment(row.bouncedAt),
    recovery: moment(recovery),
    sessions: row.sessions,
  }
}

function methodsOf({ hasPassword, hasApp, passkeys }: PersonRow): string[] {
  return [
    ...(hasPassword ? ['Password'] : []),
    ...(hasApp ? ['Authenticator app'] : []),
    ...(passkeys > 0 ? [passkeys === 1 ? 'Passkey' : `${passkeys} passkeys`] : []),
  ]
}

const SESSIONS_AT_MOST = 50

type SessionRow = {
  id: number
  name: string
  address: string
  userAgent: string
  createdAt: Date
  lastSeenAt: Date
}

/** Where the people of the account are signed in, most recently seen first. */
export async function listDeskSessions(
  db: Db,
  { id: accountId, timeZone }: { id: number; timeZone: string },
  now: Date,
): Promise<DeskSession[]> {
  const rows = await db.many<SessionRow>(sql`
    select s.id, coalesce(nullif(trim(g.first_name || ' ' || g.last_name), ''), g.email) as name, s.address,
      s.user_agent as "userAgent", s.created_at as "createdAt", s.last_seen_at as "lastSeenAt"
    from agents g join sessions s on s.agent_id = g.id
    where g.account_id = ${accountId} and g.removed_at is null and s.ended_at is null and s.expires_at > ${now}
      and s.last_seen_at > ${later(now, -SESSION_IDLE_MS)}
    order by s.last_seen_at desc, s.id desc limit ${SESSIONS_AT_MOST}`)
  return rows.map(({ id, name, address, userAgent, createdAt, lastSeenAt }) => ({
    id,
    name,
    device: deviceOf(userAgent),
    ip: shortenIp(address),
    since: momentIn(timeZone, createdAt),
    lastSeen: momentIn(timeZone, lastSeenAt),
  }))
}
