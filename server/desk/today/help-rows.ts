import { mayAtDesk } from '#contract/desk/desk-roles.ts'
import { FAILED_MAILS_DAYS, LEFT_SIGN_UPS_DAYS, type QueueAction } from '#contract/desk/today.ts'
import { closedStatuses, SET_UP_OF_CLOSED } from '#server/accounts/set-ups.ts'
import { listLeftSignUps } from '#server/billing/queues/left-sign-ups.ts'
import {
  type DeadSetUp,
  type FailedMail,
  listDeadSetUps,
  listFailedMails,
} from '#server/billing/queues/waiting-work.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { DAY, HOUR, later } from '#server/ports/clock.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { helpPath } from '../links.ts'
import {
  type Asked,
  accountHref,
  openAccount,
  openMail,
  openSearch,
  type PlacedRow,
  waited,
} from './row-parts.ts'

/** Someone may still be typing. */
const TYPING_MS = HOUR

export async function setUpRows(
  { db }: DeskDeps,
  { operator, place, atMost, now }: Asked,
): Promise<PlacedRow[]> {
  const rows = await listDeadSetUps(db, place, atMost)
  return rows.map((row) => ({
    key: `set-up-${row.id}`,
    place: row,
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
  { operator, place, atMost, now }: Asked,
): Promise<PlacedRow[]> {
  const rows = await listFailedMails(db, place, { since: later(now, -FAILED_MAILS_DAYS * DAY), atMost })
  return rows.map((row) => ({
    key: `${row.kind}-${row.id}`,
    place: row,
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

/** A mail that failed is sent again from its page. Whether an email works again, a helper notes. */
function mailAction({ kind, id, pin, email }: FailedMail, { role }: Operator): QueueAction {
  if (kind === 'failed') return openMail(id)
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
  { operator, place, atMost, now }: Asked,
): Promise<PlacedRow[]> {
  const rows = await listLeftSignUps(db, place, {
    since: later(now, -LEFT_SIGN_UPS_DAYS * DAY),
    before: later(now, -TYPING_MS),
    atMost,
  })
  return rows.map((row) => ({
    key: `left-${row.id}`,
    place: row,
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
