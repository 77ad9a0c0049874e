import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Mail, type MailSite, type PersonalMail, queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { listFormerEmails } from './agents.ts'
import { notMeButton } from './links.ts'

/** A person, and the account that mails to them are about. */
export type Person = {
  id: number
  accountId: number
  email: string
  firstName: string
  fullName: string
  company: string
  pin: string
  timeZone: string
}

type Addressee = Pick<Person, 'id' | 'accountId' | 'email' | 'firstName'>
/** The text of a mail to a person: it depends on nothing but what it is given. */
type Write<To, Values extends unknown[]> = (to: To, site: MailSite, ...values: Values) => PersonalMail

/** Finds a person and sends them a mail. */
export async function mailAgent<Values extends unknown[]>(
  tx: Tx,
  agentId: number,
  write: Write<Person, Values>,
  ...values: Values
): Promise<void> {
  await mailPerson(tx, await findPerson(tx, agentId), write, ...values)
}

/** The same for somebody who was found before. */
export async function mailPerson<To extends Addressee, Values extends unknown[]>(
  tx: Tx,
  to: To,
  write: Write<To, Values>,
  ...values: Values
): Promise<void> {
  const { offersNotMe, buttons = [], ...mail } = write(to, tx.config, ...values)
  const notMe = offersNotMe ? [await notMeButton(tx, to)] : []
  await queueMail(tx, to, { ...mail, buttons: [...buttons, ...notMe] })
}

/**
 * To the recent former emails of the person: an attacker may have changed the email first. They get no
 * “This was not me”, which would hand them a reset link.
 */
export async function mailFormerEmails<Values extends unknown[]>(
  tx: Tx,
  agentId: number,
  write: (person: Person, site: MailSite, ...values: Values) => Mail,
  ...values: Values
): Promise<void> {
  const person = await findPerson(tx, agentId)
  for (const email of await listFormerEmails(tx, agentId, tx.now))
    await queueMail(tx, { ...person, email }, write(person, tx.config, ...values))
}

export function findPerson(tx: Db, agentId: number): Promise<Person> {
  return tx.one<Person>(sql`
    select g.id, g.account_id as "accountId", g.email, g.first_name as "firstName", a.company, a.pin,
      trim(g.first_name || ' ' || g.last_name) as "fullName", a.time_zone as "timeZone"
    from agents g join accounts a on a.id = g.account_id where g.id = ${agentId}`)
}
