import { roles } from '#contract/accounts/role-labels.ts'
import type { AssignableRole } from '#contract/accounts/roles.ts'
import { formatMoment } from '#contract/calendar/billing-dates.ts'
import { HAND_OVER_DAYS, INVITATION_DAYS } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Owner } from '#server/accounts/accounts.ts'
import type { Person } from '#server/identity/mail-person.ts'
import {
  accountInMail,
  companyInMail,
  isFitForMail,
  type NamedAccount,
  personAndEmail,
} from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import type { Mail, MailSite, PersonalMail } from '#server/platform/mail/queue-mail.ts'
import type { Membership, PersonRow } from './queries.ts'

export function invitationMail(
  membership: Membership,
  { publicUrl, provider }: MailSite,
  linkToken: string,
): Mail {
  const { subject, offer } = invitationMessages(membership)
  return {
    purpose: 'invitation',
    subject,
    paragraphs: [
      `${offer} on ${provider.brandName}. There is no cost to you.`,
      `To join, enter your name and choose a password. The link works once, for ${INVITATION_DAYS} days.`,
    ],
    buttons: [
      { label: 'Accept the invitation', url: `${publicUrl}${fillPath(pages.invitation, { linkToken })}` },
    ],
    closing: ['If you do not know who sent this, you can ignore it.', questions({ provider })],
  }
}

/** Without the inviter's name if it is unfit for a mail. */
function invitationMessages(membership: Membership): { subject: string; offer: string } {
  const { inviterName, inviterEmail, role, isBySupport } = membership
  const [company, account] = [companyInMail(membership), accountInMail(membership)]
  const asRole = role === 'user' ? '' : ` as ${roles[role].one}`
  const subject = `You are invited to join ${company}`
  if (!isFitForMail(inviterName)) return { subject, offer: `You are invited to join ${account}${asRole}` }
  if (isBySupport)
    return { subject, offer: `Our support team invites you for ${inviterName} to join ${account}${asRole}` }
  // A name can be anything, even our support's: the email says whose it is.
  const inviter = personAndEmail(inviterName, inviterEmail)
  return {
    subject: `${inviter} invited you to join ${company}`,
    offer: `${inviter} invited you to join ${account}${asRole}`,
  }
}

export function joinedMail(
  _: Owner,
  { publicUrl }: MailSite,
  { membership, name }: { membership: Membership; name: string },
): Mail {
  const person = personAndEmail(name, membership.email)
  const company = companyInMail(membership)
  return {
    purpose: 'person-joined',
    subject: `${person} has joined ${company}`,
    paragraphs: [`${person} has accepted ${invitationOf(membership)} and can now sign in to ${company}.`],
    buttons: [{ label: 'See who is in your account', url: `${publicUrl}${pages.people}` }],
  }
}

function invitationOf({ isBySupport, isByOwner, inviterName, inviterEmail }: Membership): string {
  if (isBySupport) return 'an invitation that our support team sent for you'
  return isByOwner ? 'your invitation' : `the invitation from ${personAndEmail(inviterName, inviterEmail)}`
}

export function removedMail(account: NamedAccount, { provider }: MailSite, remover: string): Mail {
  return {
    purpose: 'person-removed',
    subject: `You no longer have access to ${companyInMail(account)}`,
    paragraphs: [
      `${remover} removed you from ${accountInMail(account)}. You were signed out of it, and the apps you had connected to it were disconnected.`,
      'Your other accounts are not affected.',
    ],
    closing: [`Questions? Ask ${remover}, or call ${provider.tollFreeNumber}.`],
  }
}

/** What somebody may do from now on. Those who gave the role already know. */
export function roleChangedMail(
  account: NamedAccount,
  { publicUrl, provider }: MailSite,
  { role, changedBy }: { role: AssignableRole; changedBy: string },
): Mail {
  const { label, one, allows } = roles[role]
  return {
    purpose: 'role-changed',
    subject: `You are now ${one} of ${companyInMail(account)}`,
    paragraphs: [
      `${changedBy} changed your role in ${accountInMail(account)} to ${label}.`,
      `${capitalize(one)} ${allows}. This applies right away.`,
    ],
    buttons: [{ label: 'Go to your account', url: `${publicUrl}${pages.account}` }],
    closing: [`Questions? Ask ${changedBy}, or call ${provider.tollFreeNumber}.`],
  }
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `undoEndsAt`: null if both agreed through support. */
export function formerOwnerMail(
  person: Person,
  { provider }: MailSite,
  { next, undoEndsAt }: { next: Named; undoEndsAt: Date | null },
): PersonalMail {
  return {
    purpose: 'handed-over',
    subject: `${nameAndEmail(next)} is now the owner of ${companyInMail(person)}`,
    paragraphs: [
      `You made ${nameAndEmail(next)} the owner of ${accountInMail(person)}. You can still sign in as a user.`,
      'The plan and the card on file have not changed.',
      ...(undoEndsAt
        ? [
            `If this was not you, press “This was not me” before ${formatMoment(person.timeZone, undoEndsAt)} and set a new password. Then you are the owner again.`,
          ]
        : []),
    ],
    closing: [
      undoEndsAt
        ? `If it is later than that, call ${provider.tollFreeNumber}.`
        : `You both agreed to this, so the button does not undo it. If this was not you, press it and call ${provider.tollFreeNumber} right away.`,
    ],
    offersNotMe: true,
  }
}

export function newOwnerMail(
  person: Person,
  { publicUrl }: MailSite,
  { former, undoEndsAt }: { former: Named; undoEndsAt: Date | null },
): Mail {
  return {
    purpose: 'handed-over',
    subject: `You are now the owner of ${companyInMail(person)}`,
    paragraphs: [
      `${nameAndEmail(former)} made you the owner of ${accountInMail(person)}. You now manage its people, its plan and its billing.`,
      'The card on file has not changed. Check it before the next charge.',
      ...(undoEndsAt
        ? [
            `Until ${formatMoment(person.timeZone, undoEndsAt)}, ${nameAndEmail(former)} can undo this by telling us that it was somebody else. Then a card that you have entered is removed, and bills that were paid stay paid.`,
          ]
        : []),
    ],
    buttons: [{ label: 'Go to billing', url: `${publicUrl}${pages.billing}` }],
  }
}

type Named = Pick<PersonRow, 'email' | 'firstName' | 'lastName'>

function nameAndEmail({ firstName, lastName, email }: Named): string {
  return personAndEmail(`${firstName} ${lastName}`.trim(), email)
}

/** To each of the two, with their own link. */
export function handOverRequestedMail(
  person: Person,
  { publicUrl, provider }: MailSite,
  { owner, next, linkToken }: { owner: Owner; next: Named; linkToken: string },
): Mail {
  const isOwner = person.id === owner.id
  return {
    purpose: 'hand-over-asked',
    subject: isOwner
      ? `Make ${nameAndEmail(next)} the owner of your account?`
      : 'Do you want to own the account?',
    paragraphs: [
      isOwner
        ? `Our support team was asked to make ${nameAndEmail(next)} the owner of ${accountInMail(owner)}. You would stay as a user.`
        : `Our support team was asked to make you the owner of ${accountInMail(owner)}, in place of ${personAndEmail(owner.fullName, owner.email)}. You would manage its people, its plan and its billing.`,
      `Nothing changes before you both agree. You can agree or refuse for ${HAND_OVER_DAYS} days.`,
    ],
    buttons: [
      { label: 'Agree or refuse', url: `${publicUrl}${fillPath(pages['hand-over'], { linkToken })}` },
    ],
    closing: [`If you do not know about this, refuse it, or call ${provider.tollFreeNumber}.`],
  }
}

/** To both: nothing has changed. */
export function handOverEndedMail(person: NamedAccount, _: MailSite, why: string): Mail {
  return {
    purpose: 'hand-over-ended',
    subject: 'The owner of your account stays the same',
    paragraphs: [`${why} The owner of ${accountInMail(person)} has not changed.`],
  }
}

/** To the person who had been asked: the owner has chosen somebody else meanwhile. */
export function handOverOvertakenMail(
  person: NamedAccount,
  _: MailSite,
  { former, next }: { former: Named; next: Named },
): Mail {
  return {
    purpose: 'hand-over-ended',
    subject: 'You are no longer asked to own the account',
    paragraphs: [
      `${nameAndEmail(former)} made ${nameAndEmail(next)} the owner of ${accountInMail(person)}. The link in our earlier email no longer works.`,
    ],
  }
}
