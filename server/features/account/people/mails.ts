import { roles } from '#contract/accounts/role-labels.ts'
import type { GivenRole } from '#contract/accounts/roles.ts'
import { formatMoment } from '#contract/calendar/billing-dates.ts'
import { HAND_OVER_DAYS, HAND_OVER_UNDO_HOURS, INVITATION_DAYS } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Owner } from '#server/accounts/accounts.ts'
import type { EndedHandOver } from '#server/accounts/hand-overs.ts'
import { notMeButton } from '#server/identity/links.ts'
import { sql } from '#server/platform/db/sql.ts'
import { accountInMail, companyInMail, isFitForMail, personAndEmail } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { HOUR, later } from '#server/ports/clock.ts'
import type { Membership, PersonRow } from './queries.ts'

export async function postInvitation(tx: Tx, membership: Membership, token: string): Promise<void> {
  const { publicUrl, provider } = tx.config
  const { accountId, email } = membership
  const { subject, offer } = invitationMessages(membership)
  await queueMail(
    tx,
    'invitation',
    { email, accountId },
    {
      subject,
      paragraphs: [
        `${offer} on ${provider.brandName}. There is no cost to you.`,
        `To join, enter your name and choose a password. The link works once, for ${INVITATION_DAYS} days.`,
      ],
      buttons: [
        {
          label: 'Accept the invitation',
          url: `${publicUrl}${fillPath(pages.invitation, { linkToken: token })}`,
        },
      ],
      closing: ['If you do not know who sent this, you can ignore it.', questions(tx)],
    },
  )
}

/** Without the name of who invites, if it cannot stand in a mail. */
function invitationMessages(membership: Membership): { subject: string; offer: string } {
  const { inviterName, inviterEmail, role, isBySupport } = membership
  const [company, account] = [companyInMail(membership), accountInMail(membership)]
  const asRole = role === 'user' ? '' : ` as ${roles[role].one}`
  const subject = `You are invited to join ${company}`
  if (!isFitForMail(inviterName)) return { subject, offer: `You are invited to join ${account}${asRole}` }
  if (isBySupport)
    return { subject, offer: `Our support team invites you for ${inviterName} to join ${account}${asRole}` }
  // A name can be anything, also that of our support: the email says whose it is.
  const inviter = personAndEmail(inviterName, inviterEmail)
  return {
    subject: `${inviter} invited you to join ${company}`,
    offer: `${inviter} invited you to join ${account}${asRole}`,
  }
}

export async function postJoined(tx: Tx, membership: Membership, name: string): Promise<void> {
  const { publicUrl } = tx.config
  const { accountId, email, ownerEmail, ownerFirstName } = membership
  const company = companyInMail(membership)
  await queueMail(
    tx,
    'person-joined',
    { accountId, email: ownerEmail, firstName: ownerFirstName },
    {
      subject: `${personAndEmail(name, email)} has joined ${company}`,
      paragraphs: [
        `${personAndEmail(name, email)} has accepted ${invitationOf(membership)} and can now sign in to ${company}.`,
      ],
      buttons: [{ label: 'See who is in your account', url: `${publicUrl}${pages.people}` }],
    },
  )
}

function invitationOf({ isBySupport, isByOwner, inviterName, inviterEmail }: Membership): string {
  if (isBySupport) return 'an invitation that our support team sent for you'
  return isByOwner ? 'your invitation' : `the invitation from ${personAndEmail(inviterName, inviterEmail)}`
}

export async function postRemoved(
  tx: Tx,
  person: PersonRow,
  membership: Membership,
  remover: string,
): Promise<void> {
  const { accountId } = membership
  await queueMail(
    tx,
    'person-removed',
    { accountId, email: person.email, firstName: person.firstName },
    {
      subject: `You no longer have access to ${companyInMail(membership)}`,
      paragraphs: [
        `${remover} removed you from ${accountInMail(membership)}. You were signed out of it, and the apps you had connected to it were disconnected.`,
        'Your other accounts are not affected.',
      ],
      closing: [`Questions? Ask ${remover}, or call ${tx.config.provider.tollFreeNumber}.`],
    },
  )
}

/** What somebody may do from now on. Those who gave the role know it already. */
export async function postRoleChanged(
  tx: Tx,
  person: PersonRow,
  membership: Membership,
  { role, changedBy }: { role: GivenRole; changedBy: string },
): Promise<void> {
  const { publicUrl, provider } = tx.config
  const { accountId } = membership
  const { label, one, allows } = roles[role]
  await queueMail(
    tx,
    'role-changed',
    { accountId, email: person.email, firstName: person.firstName },
    {
      subject: `You are now ${one} of ${companyInMail(membership)}`,
      paragraphs: [
        `${changedBy} changed your role in ${accountInMail(membership)} to ${label}.`,
        `${capitalize(one)} ${allows}. This applies right away.`,
      ],
      buttons: [{ label: 'Go to your account', url: `${publicUrl}${pages.account}` }],
      closing: [`Questions? Ask ${changedBy}, or call ${provider.tollFreeNumber}.`],
    },
  )
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type HandedOver = {
  accountId: number
  former: PersonRow
  next: PersonRow
  /** Not if both agreed to what support asked for. */
  canUndo: boolean
}

export async function postHandedOver(
  tx: Tx,
  { accountId, former, next, canUndo }: HandedOver,
): Promise<void> {
  const { publicUrl, provider } = tx.config
  const account = await tx.one<{ company: string; pin: string; timeZone: string }>(
    sql`select company, pin, time_zone as "timeZone" from accounts where id = ${accountId}`,
  )
  const until = formatMoment(account.timeZone, later(tx.now, HAND_OVER_UNDO_HOURS * HOUR))
  await queueMail(
    tx,
    'handed-over',
    { accountId, email: former.email, firstName: former.firstName },
    {
      subject: `${personAndEmail(nameOf(next), next.email)} is now the owner of ${companyInMail(account)}`,
      paragraphs: [
        `You made ${personAndEmail(nameOf(next), next.email)} the owner of ${accountInMail(account)}. You can still sign in as a user.`,
        'The plan and the card on file have not changed.',
        ...(canUndo
          ? [
              `If this was not you, press “This was not me” before ${until} and set a new password. Then you are the owner again.`,
            ]
          : []),
      ],
      buttons: [await notMeButton(tx, { ...former, accountId })],
      closing: [
        canUndo
          ? `If it is later than that, call ${provider.tollFreeNumber}.`
          : `You both agreed to this, so the button does not undo it. If this was not you, press it and call ${provider.tollFreeNumber} right away.`,
      ],
    },
  )
  await queueMail(
    tx,
    'handed-over',
    { accountId, email: next.email, firstName: next.firstName },
    {
      subject: `You are now the owner of ${companyInMail(account)}`,
      paragraphs: [
        `${personAndEmail(nameOf(former), former.email)} made you the owner of ${accountInMail(account)}. You now manage its people, its plan and its billing.`,
        'The card on file has not changed. Check it before the next charge.',
        ...(canUndo
          ? [
              `Until ${until}, ${personAndEmail(nameOf(former), former.email)} can undo this by telling us that it was somebody else. Then a card that you have entered is removed, and bills that were paid stay paid.`,
            ]
          : []),
      ],
      buttons: [{ label: 'Go to billing', url: `${publicUrl}${pages.billing}` }],
    },
  )
}

function nameOf({ firstName, lastName }: PersonRow): string {
  return `${firstName} ${lastName}`.trim()
}

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
  await queueMail(
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
    await queueMail(tx, 'hand-over-ended', { accountId, email, firstName }, { subject, paragraphs: [text] })
  }
}
