import * as peopleMessages from '#contract/accounts/people-messages.ts'
import { roles } from '#contract/accounts/role-labels.ts'
import type { Role } from '#contract/accounts/roles.ts'
import {
  FACTOR_RECOVERY_HOURS,
  HAND_OVER_DAYS,
  INVITATION_DAYS,
  PAY_LINK_DAYS,
  RESET_COUNTS_DAYS,
  RESET_LINK_MINUTES,
} from '#contract/calendar/lifetimes.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { Action, HelpPerson, Preview } from '#contract/desk/help.ts'
import * as messages from '#contract/desk/help.ts'
import { seatsOf } from '#server/accounts/seats.ts'
import { statusesTakingPeople } from '#server/accounts/status-rules.ts'
import { planPayLink } from '#server/billing/invoices/send-pay-link.ts'
import { findOpenHandOver } from '#server/features/account/people/hand-overs.ts'
import { findRecovery, waitHoursOf } from '#server/identity/recover-second-factor.ts'
import { SESSION_IDLE_MS } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR, later } from '#server/ports/clock.ts'
import { momentIn } from '../desk-moment.ts'
import type { AccountFound } from '../find-account.ts'
import { whoIs } from './do.ts'
import { previewForCaller } from './for-caller.ts'

export type About = {
  account: AccountFound
  people: readonly PersonRow[]
  person: PersonRow | null
  isEveryone: boolean
  /** The billing contact is meant. */
  isContact: boolean
  months: number | null
}

const choose: Preview = { kind: 'choose' }
const can = (...happens: string[]): Preview => ({
  kind: 'can',
  happens: happens.filter((line) => line !== ''),
})
const cannot = (why: string): Preview => ({ kind: 'cannot', why })

/** An action's preview. The action itself checks everything again. */
export async function previewOf(db: Db, action: Action, about: About, now: Date): Promise<Preview> {
  switch (action) {
    case 'email-works':
      return ofBounced(about)
    case 'unlock':
      return ofPerson(about, ({ failures, ...person }) =>
        can(
          `The wrong passwords and codes that were counted for ${whoIs(person)} are forgotten: ${failures} in the last 24 hours. They can try again at once.`,
          'Their password and their second factor stay as they are.',
        ),
      )
    case 'sessions':
      return ofSessions(about)
    case 'reset-link':
      return ofPerson(about, ({ email, isBounced }) =>
        can(
          `${email} gets a link to set a new password. It works once, for ${RESET_LINK_MINUTES} minutes. You do not see it.`,
          'The password stays as it is until then. A second factor is still asked for.',
          isBounced ? `Emails to ${email} have bounced. This one is sent all the same.` : '',
        ),
      )
    case 'pay-link':
      return ofPayLink(db, about)
    case 'recovery':
      return ofRecovery(db, about, now)
    case 'invite':
      return ofInvitation(db, about)
    case 'hand-over':
      return ofHandOver(db, about, now)
    case 'invitation':
      return ofResending(about, now)
    case 'cancel':
    case 'undo-cancel':
    case 'hold':
    case 'end-hold':
      return previewForCaller(db, action, about, now)
    case 'withdraw-hand-over':
      return (await findOpenHandOver(db, about.account.id, now))
        ? can(
            'The links no longer work, and both people get an email that says so.',
            'The owner stays the same.',
          )
        : cannot(peopleMessages.noHandOver)
  }
}

function ofBounced(about: About): Preview {
  const { contact, contactBouncedAt } = about.account
  const works = (email: string) =>
    can(`All emails are sent to ${email} again.`, 'If another one bounces, the mark returns.')
  if (about.isContact) return contactBouncedAt ? works(contact) : cannot(messages.contactNotBounced)
  return ofPerson(about, ({ email, isBounced }) => (isBounced ? works(email) : cannot(messages.notBounced)))
}

function ofPerson({ person }: About, say: (person: PersonRow) => Preview): Preview {
  return person ? say(person) : choose
}

function ofSessions({ person, people, isEveryone }: About): Preview {
  if (!person && !isEveryone) return choose
  const count = person ? person.sessions : people.reduce((sum, { sessions }) => sum + sessions, 0)
  const who = person ? whoIs(person) : 'Everyone in the account'
  if (count === 0)
    return cannot(
      person ? `${who} is not signed in anywhere.` : 'Nobody in the account is signed in anywhere.',
    )
  return can(
    `${who} is signed out: ${count} ${count === 1 ? 'session' : 'sessions'}.`,
    'They can sign in again at once. Connected apps stay connected.',
  )
}

async function ofPayLink(db: Db, { account }: About): Promise<Preview> {
  const planned = await planPayLink(db, account.id)
  if (!planned) return cannot(messages.nothingToPay)
  const { open, recipients } = planned
  return can(
    `These get a link to pay bill ${open.number} of ${formatAmount(open.cents)}: ${recipients.map(({ email }) => email).join(', ')}.`,
    `They can pay without signing in, for ${PAY_LINK_DAYS} days. You do not see the link.`,
  )
}

async function ofRecovery(db: Db, { account, person }: About, now: Date): Promise<Preview> {
  if (!person) return choose
  if (!person.hasFactor) return cannot(messages.noFactor)
  const running = await findRecovery(db, person.id, now)
  if (running) return cannot(messages.recoveryRuns(momentIn(account.timeZone, running).text))
  const hours = await waitHoursOf(db, person.id, now)
  const removed = momentIn(account.timeZone, later(now, hours * HOUR)).text
  return can(
    `${person.email} gets an email now, with a link to cancel this.`,
    `On ${removed} the authenticator app and the passkeys of ${whoIs(person)} are removed. Nobody can shorten the wait.`,
    ...(hours > FACTOR_RECOVERY_HOURS
      ? [
          `It is ${hours} hours, because the password was reset by email in the last ${RESET_COUNTS_DAYS} days.`,
        ]
      : []),
    'Then the password is enough to sign in.',
  )
}

async function ofInvitation(db: Db, { account, people }: About): Promise<Preview> {
  if (!statusesTakingPeople.includes(account.status)) return cannot(peopleMessages.accountTakesNobody)
  const seats = await seatsOf(db, account.id)
  if (people.length >= seats) return cannot(`All ${seats} seats of the plan are taken.`)
  const owner = people.find(({ role }) => role === 'owner')
  return can(
    `The person gets an email with a link to join. It works once, for ${INVITATION_DAYS} days. You do not see it.`,
    `It says that our support team invites them for ${owner?.name ?? 'the owner'}.`,
    'They join as a user. The owner can give them another role.',
    `They take one of the ${seats - people.length} free seats.`,
  )
}

async function ofHandOver(db: Db, { account, people, person }: About, now: Date): Promise<Preview> {
  if (!statusesTakingPeople.includes(account.status)) return cannot(peopleMessages.accountTakesNobody)
  if (await findOpenHandOver(db, account.id, now)) return cannot(peopleMessages.handOverOpen)
  if (!person) return choose
  const former = people.find(({ role }) => role === 'owner')
  const owner = former ? whoIs(former) : 'The owner'
  return can(
    `${owner} and ${whoIs(person)} each get an email with a link, and both must agree within ${HAND_OVER_DAYS} days. Those who have a second factor also sign in.`,
    `Then ${whoIs(person)} owns the account, and ${owner} stays as a user. The plan and the card stay the same.`,
    'Nothing changes before both have agreed. Either may refuse.',
  )
}

function ofResending({ account, person }: About, now: Date): Preview {
  if (!statusesTakingPeople.includes(account.status)) return cannot(peopleMessages.accountTakesNobody)
  if (!person) return choose
  if (person.hasJoined) return cannot(messages.hasJoined)
  const { email, role, invitationEndsAt, isBounced } = person
  const isOpen = invitationEndsAt !== null && invitationEndsAt > now
  return can(
    `${email} gets an email with a new link to join. It works once, for ${INVITATION_DAYS} days. You do not see it.`,
    isOpen
      ? `The link they have, which works until ${momentIn(account.timeZone, invitationEndsAt).text}, no longer works.`
      : 'The link they have has expired.',
    `They join as ${roles[role].one}, as they were invited. It takes no further seat.`,
    isBounced ? `Emails to ${email} have bounced. This one is sent all the same.` : '',
  )
}

export type PersonRow = {
  id: number
  email: string
  name: string
  role: Role
  hasJoined: boolean
  /** Until when the link of their invitation works. */
  invitationEndsAt: Date | null
  isBounced: boolean
  hasFactor: boolean
  sessions: number
  failures: number
}

/** The owner first. The failures of the last day, and the open sessions. */
export function listPeople(db: Db, accountId: number, now: Date): Promise<PersonRow[]> {
  return db.many<PersonRow>(sql`
    select g.id, g.email, coalesce(nullif(trim(g.first_name || ' ' || g.last_name), ''), g.email) as name, g.role,
      g.joined_at is not null as "hasJoined", g.mail_bounced_at is not null as "isBounced",
      (select max(l.expires_at) from links l
       where l.agent_id = g.id and l.purpose = 'invitation' and l.spent_at is null) as "invitationEndsAt",
      exists (select from agents_with_factor w where w.agent_id = g.id) as "hasFactor",
      (select count(*)::int from sessions s where s.agent_id = g.id and s.ended_at is null and s.expires_at > ${now}
         and s.last_seen_at > ${later(now, -SESSION_IDLE_MS)}) as sessions,
      (select coalesce(sum(f.tries), 0)::int from failed_sign_ins f
       where f.agent_id = g.id and f.last_at > ${later(now, -DAY)}) as failures
    from agents g where g.account_id = ${accountId} and g.removed_at is null
    order by g.role = 'owner' desc, g.joined_at nulls last, g.id`)
}

export function shownPerson(
  { id, name, email, role, hasJoined }: PersonRow,
  why: string | null = null,
): HelpPerson {
  return { id, name, email, role: roles[role].label, hasJoined, why }
}
