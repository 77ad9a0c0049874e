import { HAND_OVER_DAYS } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Owner } from '#server/accounts/accounts.ts'
import type { EndedHandOver } from '#server/accounts/hand-overs.ts'
import { sql } from '#server/platform/db/sql.ts'
import { accountInMail, personAndEmail } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { queueMailTo } from '#server/platform/mail/queue-mail.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { PersonRow } from './queries.ts'

type Asked = { accountId: number; agentId: number; owner: Owner; next: PersonRow }

/** To each of the two, with a link of their own. */
export async function postHandOverAsked(
  tx: Tx,
  { accountId, agentId, owner, next }: Asked,
  linkToken: string,
): Promise<void> {
  const { publicUrl, provider } = tx.config
  const isOwner = agentId === owner.id
  const { email, firstName } = isOwner ? owner : next
  await queueMailTo(
    tx,
    tx,
    'hand-over-asked',
    { accountId, email, firstName },
    {
      subject: isOwner
        ? `Make ${personAndEmail(nameOf(next), next.email)} the owner of your account?`
        : 'Do you want to own the account?',
      paragraphs: [
        isOwner
          ? `Our support team was asked to make ${personAndEmail(nameOf(next), next.email)} the owner of ${accountInMail(owner)}. You would stay as a user.`
          : `Our support team was asked to make you the owner of ${accountInMail(owner)}, in place of ${personAndEmail(owner.fullName, owner.email)}. You would manage its people, its plan and its billing.`,
        `Nothing changes before you both agree. You can agree or refuse for ${HAND_OVER_DAYS} days.`,
      ],
      buttons: [
        { label: 'Agree or refuse', url: `${publicUrl}${fillPath(pages['hand-over'], { linkToken })}` },
      ],
      closing: [`If you do not know about this, refuse it, or call ${provider.tollFreeNumber}.`],
    },
  )
}

/** To both: nothing has changed. */
export async function postHandOverEnded(
  tx: Tx,
  { accountId, formerId, nextId }: EndedHandOver,
  why: string,
): Promise<void> {
  await tell(tx, accountId, [formerId, nextId], (account) => ({
    subject: 'The owner of your account stays the same',
    text: `${why} The owner of ${account} has not changed.`,
  }))
}

/** To the person who was asked: the owner has chosen somebody else meanwhile. */
export async function postHandOverOvertaken(
  tx: Tx,
  { accountId, nextId }: EndedHandOver,
  { former, next }: { former: PersonRow; next: PersonRow },
): Promise<void> {
  await tell(tx, accountId, [nextId], (account) => ({
    subject: 'You are no longer asked to own the account',
    text: `${personAndEmail(nameOf(former), former.email)} made ${personAndEmail(nameOf(next), next.email)} the owner of ${account}. The link in our earlier email no longer works.`,
  }))
}

async function tell(
  tx: Tx,
  accountId: number,
  agentIds: readonly number[],
  about: (account: string) => { subject: string; text: string },
): Promise<void> {
  const people = await tx.many<{ email: string; firstName: string; company: string; pin: string }>(sql`
    select g.email, g.first_name as "firstName", a.company, a.pin from agents g join accounts a on a.id = g.account_id
    where g.id = any(${agentIds}) and g.removed_at is null order by g.id`)
  for (const { email, firstName, ...account } of people) {
    const { subject, text } = about(accountInMail(account))
    await queueMailTo(
      tx,
      tx,
      'hand-over-ended',
      { accountId, email, firstName },
      { subject, paragraphs: [text], closing: [questions(tx)] },
    )
  }
}

function nameOf({ firstName, lastName }: PersonRow): string {
  return `${firstName} ${lastName}`.trim()
}
