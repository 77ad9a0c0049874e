import { deskPages } from '#contract/desk/desk-pages.ts'
import { mayAtDesk, roleMissing } from '#contract/desk/desk-roles.ts'
import {
  FAILED_MAILS_DAYS,
  LEFT_SIGN_UPS_DAYS,
  type QueueAction,
  SET_UP_MINUTES,
  WORK_MINUTES,
} from '#contract/desk/today.ts'
import { type LateEndpoint, listLateEndpoints } from '#server/accounts/feed/endpoints.ts'
import { closedStatuses, SET_UP_OF_CLOSED } from '#server/accounts/set-ups.ts'
import { leftBetween, listLeftSignUps } from '#server/billing/queues/left-sign-ups.ts'
import {
  type DeadSetUp,
  type FailedMail,
  listDeadSetUps,
  listFailedMails,
  listWaitingWork,
  type WaitingWork,
} from '#server/billing/queues/waiting-work.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import type { Cursor } from '#server/platform/db/cursor.ts'
import {
  type FailedJob,
  type LateQueue,
  listFailedJobs,
  listLateQueues,
} from '#server/platform/jobs/queues.ts'
import { DAY, later, MINUTE } from '#server/ports/clock.ts'
import type { DeskDeps } from '../desk-routes.ts'
import { helpPath, mailPath } from '../links.ts'
import {
  accountHref,
  openAccount,
  openMail,
  openSearch,
  type QueueRequest,
  retriedElsewhere,
  type WaitingRow,
  waited,
  workIn,
} from './row-parts.ts'

/** Failed provisioning and emails have their own queues. */
export async function jobRows(
  { db }: DeskDeps,
  { operator, cursor, atMost, now }: QueueRequest,
): Promise<WaitingRow[]> {
  const rows = await listFailedJobs(db, cursor, { except: [...retriedElsewhere.keys()], atMost })
  return rows.map((row) => ({
    key: `job-${row.job}`,
    cursor: row,
    title: workIn(row.queue),
    href: null,
    facts: [row.tries === 1 ? '1 try' : `${row.tries} tries`, row.error].filter((fact) => fact !== ''),
    ...waited(row.at, now),
    due: null,
    action: retrying(row, operator),
  }))
}

function retrying({ queue, job }: FailedJob, operator: Operator): QueueAction {
  const work = workIn(queue)
  const why = roleMissing(operator, 'money')
  if (why === null) return { kind: 'retry-job', queue, job, work }
  return { kind: 'cannot', label: 'Try again', about: `Try again: ${work}`, why }
}

const QUEUES = 2

/** It is retried automatically: operators can only see why it is stuck. The feed's page can retry its own. */
export async function waitingRows(
  { db }: DeskDeps,
  { cursor, atMost, now }: QueueRequest,
): Promise<WaitingRow[]> {
  const work = await listWaitingWork(db, cursor, {
    setUpsBefore: later(now, -SET_UP_MINUTES * MINUTE),
    mailsBefore: later(now, -WORK_MINUTES * MINUTE),
    atMost,
  })
  const endpoints = await listLateEndpoints(db, cursor, {
    before: later(now, -WORK_MINUTES * MINUTE),
    atMost,
  })
  const queues = (await listLateQueues(db, WORK_MINUTES)).map((row) => ({ ...row, source: QUEUES }))
  const rows = [
    ...work.map((row) => workRow(row, now)),
    ...endpoints.map((row) => endpointRow(row, now)),
    ...queues.filter((row) => isAfter(row, cursor)).map((row) => queueRow(row, now)),
  ]
  return rows.toSorted((one, other) => (isAfter(one.cursor, other.cursor) ? 1 : -1)).slice(0, atMost)
}

function isAfter(one: Cursor, other: Cursor): boolean {
  return (one.micros - other.micros || one.source - other.source || one.id - other.id) > 0
}

function workRow(row: WaitingWork, now: Date): WaitingRow & { cursor: Cursor } {
  const { kind, id, pin, company, recipient, subject, tries, lastError } = row
  return {
    key: `${kind}-${id}`,
    cursor: row,
    title: company ?? recipient ?? '',
    href: pin === null ? null : accountHref(pin),
    facts: [
      pin ?? '',
      kind === 'set-up' ? 'set-up' : `email to ${recipient} “${subject}”`,
      tries === 1 ? '1 try' : `${tries} tries`,
      lastError ?? '',
    ].filter((fact) => fact !== ''),
    ...waited(row.at, now),
    due: null,
    action: kind === 'set-up' && pin !== null ? openAccount(pin) : openMail(id),
  }
}

function endpointRow(row: LateEndpoint, now: Date): WaitingRow & { cursor: Cursor } {
  const { id, url, state, behind, missedAt, lastError } = row
  return {
    key: `endpoint-${id}`,
    cursor: row,
    title: new URL(url).host,
    href: null,
    facts: [
      `feed endpoint ${id}`,
      behind === 0 ? '' : `${behind} to send`,
      state === 'disabled' ? 'disabled by its answer, so nothing is sent' : '',
      missedAt === null ? '' : 'has missed events',
      lastError ?? '',
    ].filter((fact) => fact !== ''),
    ...waited(row.at, now),
    due: null,
    action: { kind: 'open', label: 'Open the feed', href: `${deskPages.feed.path}?after=${id - 1}` },
  }
}

function queueRow(row: LateQueue, now: Date): WaitingRow & { cursor: Cursor } {
  const work = workIn(row.queue)
  return {
    key: `queue-${row.queue}`,
    cursor: row,
    title: work,
    href: null,
    facts: [`${row.ready} due`],
    ...waited(row.at, now),
    due: null,
    action: {
      kind: 'cannot',
      label: 'Try again',
      about: `Try again: ${work}`,
      why: 'No process takes this work. See on the machine of the worker whether it runs (run book, JobsWaiting).',
    },
  }
}

export async function setUpRows(
  { db }: DeskDeps,
  { operator, cursor, atMost, now }: QueueRequest,
): Promise<WaitingRow[]> {
  const rows = await listDeadSetUps(db, cursor, atMost)
  return rows.map((row) => ({
    key: `set-up-${row.id}`,
    cursor: row,
    title: row.company,
    href: accountHref(row.pin),
    facts: [row.pin, `${row.tries} tries`, ...(row.lastError === null ? [] : [row.lastError])],
    ...waited(row.at, now),
    due: null,
    action: mayAtDesk(operator.role, 'help') ? repeating(row) : openAccount(row.pin),
  }))
}

/** Refused while the account is closed. */
function repeating({ pin, company, status }: DeadSetUp): QueueAction {
  if (closedStatuses.includes(status))
    return {
      kind: 'cannot',
      label: 'Start again',
      about: `Start again: the set-up of ${company}`,
      why: SET_UP_OF_CLOSED,
    }
  return { kind: 'repeat-set-up', pin, company }
}

const mailWords: Record<FailedMail['kind'], string> = {
  failed: 'not delivered',
  bounced: 'emails bounce',
  'contact-bounced': 'emails to the billing contact bounce',
}

export async function mailRows(
  { db }: DeskDeps,
  { operator, cursor, atMost, now }: QueueRequest,
): Promise<WaitingRow[]> {
  const rows = await listFailedMails(db, cursor, { since: later(now, -FAILED_MAILS_DAYS * DAY), atMost })
  return rows.map((row) => ({
    key: `${row.kind}-${row.id}`,
    cursor: row,
    title: row.company ?? row.email,
    href: row.pin === null ? null : accountHref(row.pin),
    facts: [
      ...(row.pin === null ? [] : [row.pin]),
      row.email,
      ...(row.subject === null ? [] : [`“${row.subject}”`]),
      mailWords[row.kind],
      ...(row.why === null ? [] : [row.why]),
    ],
    ...waited(row.at, now),
    due: null,
    action: mailAction(row, operator),
  }))
}

/** A helper resends a failed mail from its page, or sets it aside. A helper confirms that an email works again. */
function mailAction({ kind, id, pin, email }: FailedMail, { role }: Operator): QueueAction {
  if (kind === 'failed')
    return mayAtDesk(role, 'help')
      ? { kind: 'failed-mail', mail: id, email, href: mailPath(id) }
      : openMail(id)
  if (pin === null) return openSearch(email)
  if (!mayAtDesk(role, 'help')) return openAccount(pin)
  return {
    kind: 'open',
    label: 'It works again',
    href: helpPath(pin, 'email-works', kind === 'bounced' ? id : 'contact'),
  }
}

export async function leftRows(
  { db }: DeskDeps,
  { operator, cursor, atMost, now }: QueueRequest,
): Promise<WaitingRow[]> {
  const rows = await listLeftSignUps(db, cursor, { ...leftBetween(now, LEFT_SIGN_UPS_DAYS), atMost })
  return rows.map((row) => ({
    key: `left-${row.id}`,
    cursor: row,
    title: row.company || row.name || row.email,
    href: null,
    facts: [...(row.company ? [row.name] : []), row.email, row.phone ?? ''].filter((fact) => fact !== ''),
    ...waited(row.at, now),
    due: null,
    action: mayAtDesk(operator.role, 'help')
      ? { kind: 'send-resume-link', signUp: row.id, email: row.email }
      : openSearch(row.email),
  }))
}
