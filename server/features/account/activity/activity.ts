import { nameActor } from '#contract/accounts/name-actor.ts'
import { may } from '#contract/accounts/roles.ts'
import { deviceOf } from '#contract/devices/device-name.ts'
import {
  type ActivityKind,
  type ActivityLine,
  type ActivityValues,
  activities,
  activityKinds,
  activityNames,
  kindIn,
} from '#contract/features/activity.ts'
import type { Query } from '#contract/wire/query.ts'
import { findTimeZone } from '#server/accounts/accounts.ts'
import { moreOf } from '#server/accounts/more-of.ts'
import type { Deps } from '#server/deps.ts'
import type { Wrong } from '#server/identity/credentials.ts'
import type { Session } from '#server/identity/sessions.ts'
import { defuse, writeCsv } from '#server/platform/csv.ts'
import {
  beforeCursor,
  type Cursor,
  mergeNewest,
  NEWEST,
  partOf,
  readCursor,
  writeCursor,
} from '#server/platform/db/cursor.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import { shortenIp } from '#server/platform/ip.ts'
import * as queries from './queries.ts'

const PAGE = 50

export async function showActivity(
  deps: Pick<Deps, 'db' | 'clock'>,
  session: Session,
  query: Query,
): Promise<ActivityValues> {
  const [kind, cursor] = [kindIn(query.kind), readCursor(query.before)]
  // One more than is shown tells whether there are older ones.
  const found = await listActivity(deps, session, { kind, cursor, limit: PAGE + 1 })
  const timeZone = await findTimeZone(deps.db, session.accountId)
  const { rows, last } = partOf(found, PAGE)
  return {
    lines: rows.map(({ source, id, at, who, text, more, device, ip, isWarning, advice, isOwn }) => ({
      key: `${sources[source]}-${id}`,
      at: formatShortMoment(timeZone, at),
      who,
      text,
      more,
      device,
      ip,
      isWarning,
      advice,
      isOwn,
    })),
    kind: kind ?? null,
    older: last ? writeCursor(last) : null,
    isNewest: cursor === undefined,
  }
}

/** A line of the log before its moment is formatted. */
type LogLine = Cursor & Omit<ActivityLine, 'key' | 'at'> & { at: Date; kind: string }

type LogRequest = { kind: ActivityKind | undefined; cursor: Cursor | undefined; limit: number }

/**
 * Newest first, from the tables that hold the facts: audit entries, sessions, failed sign-ins. The owner sees the
 * account's lines, everyone else their own.
 */
async function listActivity(
  { db }: Pick<Deps, 'db'>,
  session: Session,
  { kind, cursor, limit }: LogRequest,
): Promise<LogLine[]> {
  const people = await queries.listPeopleOf(db, session)
  const names = new Map(people.map((person) => [person.id, nameFor(person, session)]))
  const who: Who = {
    nameOf: (agentId) => names.get(agentId) ?? 'Someone',
    isYou: (agentId) => agentId === session.agentId,
  }
  const isWhole = may(session.role, 'see-account-log')
  const agentIds = isWhole ? people.map(({ id }) => id) : [session.agentId]
  const from = (source: number) => ({ ...beforeCursor(cursor ?? NEWEST, source), limit })

  const listed = activityNames(kind)
  const entries = isWhole
    ? await queries.listEntriesOfAccount(db, session.accountId, listed, from(AUDIT))
    : await queries.listEntriesOfAgent(db, session.agentId, listed, from(AUDIT))
  const lines = entries.map((row) => lineOfEntry(row, who))
  if (kind === undefined || kind === 'sign-in') {
    const signIns = await queries.listSignIns(db, agentIds, from(SIGN_INS))
    const failed = await queries.listFailures(db, agentIds, from(FAILURES))
    lines.push(...signIns.map((row) => lineOfSignIn(row, who)))
    lines.push(...failed.map((row) => lineOfFailure(row, who)))
  }
  return mergeNewest(lines, limit)
}

type Who = { nameOf(agentId: number): string; isYou(agentId: number): boolean }

/** A name can be anything, even "You" or our support's: the email says whose it is. */
function nameFor({ id, name, email }: queries.Person, session: Session): string {
  if (id === session.agentId) return 'You'
  return name === '' ? email : `${name} (${email})`
}

function lineOfEntry(row: queries.EntryRow, who: Who): LogLine {
  const { id, at, micros, actor, action, ip, device } = row
  const { kind, text } = activities[action]
  return {
    at,
    micros,
    source: AUDIT,
    id,
    kind: activityKinds[kind],
    who: nameActor(actor, who.nameOf, () => 'Our support team'),
    text,
    more: moreOf(row.details, who.nameOf),
    device,
    ip,
    isWarning: action === 'reported-not-me',
    advice: kind,
    isOwn: actor.startsWith('agent:') && who.isYou(Number(actor.slice('agent:'.length))),
  }
}

function lineOfSignIn(
  { id, at, micros, agentId, address, userAgent, isNewDevice }: queries.SignInRow,
  who: Who,
): LogLine {
  return {
    at,
    micros,
    source: SIGN_INS,
    id,
    kind: activityKinds['sign-in'],
    who: who.nameOf(agentId),
    text: signInText(isNewDevice),
    more: '',
    device: deviceOf(userAgent),
    ip: shortenIp(address),
    isWarning: false,
    advice: 'sign-in',
    isOwn: who.isYou(agentId),
  }
}

const adviceFor = { password: 'wrong-password', code: 'wrong-code', confirmation: 'sign-in' } as const

function lineOfFailure(
  { id, at, micros, agentId, ip, device, tries, what }: queries.FailureRow,
  who: Who,
): LogLine {
  return {
    at,
    micros,
    source: FAILURES,
    id,
    kind: activityKinds['sign-in'],
    who: `Someone, as ${who.isYou(agentId) ? 'you' : who.nameOf(agentId)}`,
    text: failureTexts[what],
    advice: adviceFor[what],
    more: tries > 1 ? `${tries} times within an hour` : '',
    device,
    ip,
    isWarning: true,
    isOwn: who.isYou(agentId),
  }
}

/** The newest lines: enough for an investigation, and fast enough for one response. */
const LINES_AT_MOST = 5_000

const heading = ['Time (UTC)', 'Who', 'What', 'More', 'Kind', 'Device', 'IP address']

export async function exportActivity(
  deps: Pick<Deps, 'db' | 'clock'>,
  session: Session,
  query: Query,
): Promise<string> {
  const request = { kind: kindIn(query.kind), cursor: undefined, limit: LINES_AT_MOST }
  const lines = await listActivity(deps, session, request)
  const rows = lines.map(({ at, who, text, more, kind, device, ip }) => [
    at.toISOString(),
    ...[who, text, more, kind, device, ip].map(defuse),
  ])
  return `${writeCsv([heading, ...rows])}\r\n`
}

/** The tables that the log is read from, in the order of lines of the same moment. */
const sources = ['audit', 'sign-in', 'failure']
const [AUDIT, SIGN_INS, FAILURES] = [0, 1, 2]

export function signInText(isNewDevice: boolean): string {
  return isNewDevice ? 'Signed in on a new device' : 'Signed in'
}

export const failureTexts: Record<Wrong, string> = {
  password: 'Gave a wrong password',
  code: 'Gave a wrong verification code',
  confirmation: 'Gave a wrong password while signed in',
}
