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
  const isOwner = session.role === 'owner'
  const agentIds = isOwner ? people.map(({ id }) => id) : [session.agentId]
  const from = (source: Source) => beforeIn(source, cursor, now, limit)

  const listed = activityNames(kind)
  const entries = isOwner
    ? await queries.listEntriesOfAccount(db, session.accountId, listed, from('audit'))
    : await queries.listEntriesOfAgent(db, session.agentId, listed, from('audit'))
  const lines = entries.map((row) => lineOfEntry(row, who))
  if (kind === undefined || kind === 'sign-in') {
    const signIns = await queries.listSignIns(db, agentIds, from('sign-in'))
    const failures = await queries.listFailures(db, agentIds, from('failure'))
    lines.push(...signIns.map((row) => lineOfSignIn(row, who)))
    lines.push(...failures.map((row) => lineOfFailure(row, who)))
    // Stable: lines of the same moment keep the order of their tables.
    lines.sort((one, other) => other.at.getTime() - one.at.getTime())
  }
  return lines.slice(0, limit)
}

type Who = (agentId: number) => string

function lineOfEntry({ id, at, actor, action, ip, device, details }: queries.EntryRow, who: Who): LogLine {
  const { kind, text } = activities[action]
  const more = typeof details.card === 'string' ? details.card : String(details.app ?? '')
  const line = { at, source: 'audit' as const, id, kind: activityKinds[kind], text, more, device, ip }
  return { ...line, who: actorIn(actor, who), isWarning: action === 'reported-not-me' }
}

function actorIn(actor: string, who: Who): string {
  const agentId = /^agent:(\d+)$/.exec(actor)?.[1]
  if (agentId) return who(Number(agentId))
  if (actor.startsWith('operator:')) return 'Our support team'
  if (actor === 'pay-link') return 'Someone with the payment link'
  return actor === 'gateway' ? 'The bank' : 'The system'
}

function lineOfSignIn({ id, at, agentId, address, userAgent, isNewDevice }: queries.SignInRow, who: Who) {
  return {
    at,
    source: 'sign-in' as const,
    id,
    kind: activityKinds['sign-in'],
    who: who(agentId),
    text: isNewDevice ? 'Signed in on a new device' : 'Signed in',
    more: '',
    device: deviceOf(userAgent),
    ip: shortenIp(address),
    isWarning: false,
  }
}

function lineOfFailure({ id, at, agentId, ip, device, tries }: queries.FailureRow, who: Who): LogLine {
  return {
    at,
    source: 'failure',
    id,
    kind: activityKinds['sign-in'],
    who: `Someone, as ${who(agentId) === 'You' ? 'you' : who(agentId)}`,
    text: 'Gave a wrong password',
    more: tries > 1 ? `${tries} times within an hour` : '',
    device,
    ip,
    isWarning: true,
  }
}
