import { type Deed, deedIn } from '#contract/desk/help/deeds.ts'
import type { HelpValues } from '#contract/desk/help/values.ts'
import type { Query } from '#contract/wire/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { type AccountFound, findAccount } from '../find-account.ts'
import { listPeople, type PersonRow, shownPerson } from './people.ts'
import { previewOf } from './preview.ts'

/** Whom a deed can be about. The others are about the account, or about a mail. */
const about: Partial<Record<Deed, (person: PersonRow) => boolean>> = {
  'email-works': ({ isBounced }) => isBounced,
  unlock: ({ hasJoined }) => hasJoined,
  sessions: ({ hasJoined }) => hasJoined,
  'reset-link': ({ hasJoined }) => hasJoined,
  recovery: ({ hasFactor }) => hasFactor,
  'hand-over': ({ role, hasJoined }) => role !== 'owner' && hasJoined,
}

/** The list of deeds or, with a deed and whom it is about, what it will do. */
export async function showHelp(
  deps: Pick<Deps, 'db' | 'clock'>,
  number: string,
  query: Query,
): Promise<HelpValues | Refused> {
  const { db, clock } = deps
  const now = clock.now()
  const account = await findAccount(db, number)
  if (!account) return refuse('not-found')
  const deed = deedIn(query.deed) ?? null
  const people = await listPeople(db, account.id, now)
  const fits = deed && about[deed]
  const choices = fits ? people.filter(fits) : people
  // Before a deed is chosen, the person may be.
  const isAboutPerson = deed === null || fits !== undefined
  const person = isAboutPerson ? (choices.find(({ id }) => String(id) === query.person) ?? null) : null
  const mail = deed === 'mail' ? await findMail(db, account, people, query) : null
  return {
    number,
    company: account.company,
    deed,
    people: choices.map(shownPerson),
    person: person && shownPerson(person),
    mail,
    preview: deed
      ? await previewOf(
          db,
          deed,
          { account, people, person, isEveryone: query.person === 'everyone', mail },
          now,
        )
      : { kind: 'choose' },
  }
}

/** With the chosen recipient, if it is one of those who may get it. */
async function findMail(
  db: Db,
  { id: accountId, contact }: AccountFound,
  people: readonly PersonRow[],
  { mail: id = '', to }: Query,
): Promise<HelpValues['mail']> {
  if (!/^\d{1,15}$/.test(id)) return null
  const mail = await db.maybe<{ id: number; subject: string; recipient: string }>(sql`
    select id, subject, recipient from mails where id = ${id} and account_id = ${accountId}`)
  if (!mail) return null
  const all = [mail.recipient, ...people.map(({ email }) => email), contact].filter((email) => email !== '')
  const chosen = all.find((email) => email === to) ?? mail.recipient
  return { ...mail, to: chosen, others: [...new Set(all)].filter((email) => email !== chosen) }
}
