import { may } from '#contract/accounts/roles.ts'
import { deviceOf } from '#contract/devices/device-name.ts'
import {
  type ActivityKind,
  activities,
  activityKinds,
  activityNames,
} from '#contract/features/activity/activities.ts'
import type { ActivityLine } from '#contract/features/activity/values.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { shortenIp } from '#server/platform/ip.ts'
import { beforeIn, type Cursor, type Source } from './cursor.ts'
import { moreOf } from './more-of.ts'
import * as queries from './queries.ts'

/** A line of the log before its moment is formatted. */
export type LogLine = Cursor & Omit<ActivityLine, 'key' | 'at'> & { kind: string }

export type Asked = { kind: ActivityKind | undefined; cursor: Cursor | undefined; limit: number }

/**
 * Newest first, from the tables that hold the facts: audit entries, sessions, failed sign-ins. The owner sees the
 * account's lines, everyone else their own.
 */
export async function listActivity(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  session: Session,
  { kind, cursor, limit }: Asked,
): Promise<LogLine[]> {
  const now = clock.now()
  const people = await queries.listPeopleOf(db, session)
  const names = new Map(people.map(({ id, name }) => [id, id === session.agentId ? 'You' : name]))
  const who = (agentId: number) => names.get(agentId) ?? 'Someone'
  const isWhole = may(session.role, 'see-account-log')
  const agentIds = isWhole ? people.map(({ id }) => id) : [session.agentId]
  const from = (source: Source) => beforeIn(source, cursor, now, limit)

  const listed = activityNames(kind)
  const entries = isWhole
    ? await queries.listEntriesOfAccount(db, session.accountId, listed, from('audit'))
    : await queries.listEntriesOfAgent(db, session.agentId, listed, from('audit'))
  const lines = entries.map((row) => lineOfEntry(row, who))
  if (kind === undefined || kind === 'sign-in') {
    const signIns = await queries.listSignIns(db, agentIds, from('sign-in'))
    const failed = await queries.listFailures(db, agentIds, from('failure'))
    lines.push(...signIns.map((row) => lineOfSignIn(row, who)))
    lines.push(...failed.map((row) => lineOfFailure(row, who)))
    // Stable: lines of the same moment keep the order of their tables.
    lines.sort((one, other) => other.at.getTime() - one.at.getTime())
  }
  return lines.slice(0, limit)
}

type Who = (agentId: number) => string

function lineOfEntry(row: queries.EntryRow, who: Who): LogLine {
  const { id, at, actor, action, ip, device } = row
  const { kind, text } = activities[action]
  const by = actorIn(actor, who)
  return {
    at,
    source: 'audit',
    id,
    kind: activityKinds[kind],
    who: by,
    text,
    more: moreOf(row.details, who),
    device,
    ip,
    isWarning: action === 'reported-not-me',
    advice: kind,
    isOwn: by === 'You',
  }
}

function actorIn(actor: string, who: Who): string {
  const agentId = /^agent:(\d+)$/.exec(actor)?.[1]
  if (agentId) return who(Number(agentId))
  if (actor.startsWith('operator:')) return 'Our support team'
  return otherActors.get(actor) ?? 'The system'
}

const otherActors = new Map([
  ['pay-link', 'Someone with the payment link'],
  ['account-number', 'Someone with the account number'],
  ['gateway', 'The bank'],
])

function lineOfSignIn(
  { id, at, agentId, address, userAgent, isNewDevice }: queries.SignInRow,
  who: Who,
): LogLine {
  return {
    at,
    source: 'sign-in',
    id,
    kind: activityKinds['sign-in'],
    who: who(agentId),
    text: isNewDevice ? 'Signed in on a new device' : 'Signed in',
    more: '',
    device: deviceOf(userAgent),
    ip: shortenIp(address),
    isWarning: false,
    advice: 'sign-in',
    isOwn: who(agentId) === 'You',
  }
}

const failures = {
  password: { text: 'Gave a wrong password', advice: 'wrong-password' },
  code: { text: 'Gave a wrong verification code', advice: 'wrong-code' },
  confirmation: { text: 'Gave a wrong password while signed in', advice: 'sign-in' },
} as const

function lineOfFailure({ id, at, agentId, ip, device, tries, what }: queries.FailureRow, who: Who): LogLine {
  const name = who(agentId)
  return {
    at,
    source: 'failure',
    id,
    kind: activityKinds['sign-in'],
    who: `Someone, as ${name === 'You' ? 'you' : name}`,
    ...failures[what],
    more: tries > 1 ? `${tries} times within an hour` : '',
    device,
    ip,
    isWarning: true,
    isOwn: name === 'You',
  }
}
