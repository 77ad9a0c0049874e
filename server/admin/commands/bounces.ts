import { sql } from '#server/platform/db/sql.ts'
import { noteWorksAgain } from '#server/platform/mail/note-works-again.ts'
import { takeReturned } from '#server/platform/mail/take-returned.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import { DAY, later } from '#server/ports/clock.ts'
import type { Command, Row } from '../command.ts'
import { momentIn } from '../moment.ts'
import { sayMore } from '../say-more.ts'

const LISTED_AT_MOST = 500
const LISTED_MS = 90 * DAY

export const listBouncedCommand: Command = {
  name: 'mail bounced',
  hasTables: true,
  says: 'Lists the email addresses to which mails bounced, newest first, and how many mails were withheld since.',
  flags: { since: { takes: 'MOMENT', says: 'marked since then; by default the last 90 days' } },
  async run({ db }, { flag, now }) {
    const since = momentIn(flag('since'))
    if (isRefused(since)) return since
    const from = since ?? later(now, -LISTED_MS)
    const people = await db.many<Row>(sql`
      select g.email, a.pin, trim(g.first_name || ' ' || g.last_name) as name, g.mail_bounced_at as "bouncedAt",
        g.mail_bounce as kind,
        (select m.bounce_reason from mails m where lower(m.recipient) = g.email_key and m.bounce is not null
         order by m.id desc limit 1) as reason,
        (select count(*)::int from mails m
         where lower(m.recipient) = g.email_key and m.account_id = a.id and m.state = 'withheld'
           and m.created_at >= g.mail_bounced_at) as withheld
      from agents g join accounts a on a.id = g.account_id
      where g.mail_bounced_at >= ${from} and g.removed_at is null
      order by g.mail_bounced_at desc, g.id desc limit ${LISTED_AT_MOST}`)
    const contacts = await db.many<Row>(sql`
      select billing_contact as email, pin, company, billing_contact_bounced_at as "bouncedAt" from accounts
      where billing_contact_bounced_at >= ${from}
      order by billing_contact_bounced_at desc, id desc limit ${LISTED_AT_MOST}`)
    return {
      ...sayMore([people, contacts], LISTED_AT_MOST),
      sections: [
        { name: 'people', title: 'People', rows: people },
        { name: 'contacts', title: 'Billing contacts', rows: contacts },
      ],
    }
  },
}

export const unbounceCommand: Command = {
  name: 'mail unbounce',
  takes: 'EMAIL',
  says: 'Notes that an email works again, so that all mails are sent there.',
  flags: { reason: { takes: 'TEXT', says: 'the reason, for the audit log' } },
  async run({ db }, { args: [email = ''], flag, actor, now }) {
    const reason = flag('reason')?.trim() ?? ''
    if (reason === '')
      return refuse('invalid-fields', { errors: 'Give a reason: --reason "called, the mailbox was full".' })
    const cleared = await db.transaction((tx) => noteWorksAgain(tx, email, { actor, reason }, now))
    if (cleared === 0) return refuse('not-found', { errors: `No mail to ${email} has bounced.` })
    return { said: `${email} gets all mails again.` }
  },
}

export const takeReturnedCommand: Command = {
  name: 'mail returned',
  takes: 'FILE',
  takesInput: true,
  says: 'Takes in a message that came back (a delivery status notification or a feedback report) from a file, or from a mail server’s pipe with -.',
  async run(deps, { input, now }) {
    if (input.trim() === '') return refuse('invalid-fields', { errors: 'There is nothing to read.' })
    const taken = await takeReturned(deps, input, now)
    // None of these is an error: a mail server would only try again, or return the notice to its sender.
    const said = {
      noted: 'Noted.',
      'no bounce': 'It does not say that a mail failed. Nothing was done.',
      'unknown mail': 'It is not about a mail of ours. Nothing was done.',
    }
    return { said: said[taken] }
  },
}
