import { nameActor } from '#contract/accounts/name-actor.ts'
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
import { type LogCursor, logKeyset, type Source } from './cursor.ts'
import { moreOf } from './more-of.ts'
import * as queries from './queries.ts'
import { failureTexts, signInText } from './sign-in-texts.ts'

/** A line of the log before its moment is formatted. */
export type LogLine = LogCursor & Omit<ActivityLine, 'key' | 'at'> & { kind: string }

export type Asked = { kind: ActivityKind | undefined; cursor: LogCursor | undefined; limit: number }

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
  const from = (source: Source) => logKeyset.beforeIn(source, cursor, now, limit)

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
  }
  return logKeyset.merge(lines, limit)
}

type Who = (agentId: number) => string

function lineOfEntry(row: queries.EntryRow, who: Who): LogLine {
  const { id, at, actor, action, ip, device } = row
  const { kind, text } = activities[action]
  const by = nameActor(actor, who, () => 'Our support team')
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
    text: signInText(isNewDevice),
    more: '',
    device: deviceOf(userAgent),
    ip: shortenIp(address),
    isWarning: false,
    advice: 'sign-in',
    isOwn: who(agentId) === 'You',
  }
}

const adviceFor = { password: 'wrong-password', code: 'wrong-code', confirmation: 'sign-in' } as const

function lineOfFailure({ id, at, agentId, ip, device, tries, what }: queries.FailureRow, who: Who): LogLine {
  const name = who(agentId)
  return {
    at,
    source: 'failure',
    id,
    kind: activityKinds['sign-in'],
    who: `Someone, as ${name === 'You' ? 'you' : name}`,
    text: failureTexts[what],
    advice: adviceFor[what],
    more: tries > 1 ? `${tries} times within an hour` : '',
    device,
    ip,
    isWarning: true,
    isOwn: name === 'You',
  }
}
