import { NOT_ME_DAYS } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Person } from '#server/identity/mail-person.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import type { Mail, MailSite, PersonalMail } from '#server/platform/mail/queue-mail.ts'

/** The person and the account that it is about. */
type Of = Pick<Person, 'company' | 'pin'>

export function passwordChangedMail(agent: Of): PersonalMail {
  return {
    purpose: 'password-changed',
    subject: 'Your password was changed',
    paragraphs: [
      `Your password for ${accountInMail(agent)} was just changed, and all your other devices were signed out.`,
      'If this was you, you do not need to do anything.',
    ],
    offersNotMe: true,
  }
}

/** Goes to the new email. */
export function emailChangeMail(agent: Of, { publicUrl, provider }: MailSite, linkToken: string): Mail {
  const url = `${publicUrl}${fillPath(pages['new-email'], { linkToken })}`
  return {
    purpose: 'email-change',
    subject: 'Confirm your new email',
    paragraphs: [
      `You asked to sign in to ${accountInMail(agent)} with this email from now on.`,
      'The link works once, for one day. Until you confirm, keep signing in with your current email.',
    ],
    buttons: [{ label: 'Confirm this email', url }],
    closing: ['If you did not ask for this, you can ignore it.', questions({ provider })],
  }
}

/** For someone whose emails bounced, and who says that the email works. */
export function emailTestMail(agent: Of, { publicUrl, provider }: MailSite, linkToken: string): Mail {
  const url = `${publicUrl}${fillPath(pages['email-works'], { linkToken })}`
  return {
    purpose: 'email-test',
    subject: 'Your test email',
    paragraphs: [
      `Emails that we sent you about ${accountInMail(agent)} bounced, and you asked us to try again. This one has reached you.`,
      'Tell us so with the button, and we will send you all our emails again. It works once, for one day.',
    ],
    buttons: [{ label: 'This email works', url }],
    closing: ['If you did not ask for this, you can ignore it.', questions({ provider })],
  }
}

/** Goes to the former email while the change can still be stopped. */
export function emailChangeRequestedMail(agent: Of, _: MailSite, email: string): PersonalMail {
  return {
    purpose: 'email-change-asked',
    subject: 'Someone asked to change your email',
    paragraphs: [
      `Someone who knows your password asked to sign in to ${accountInMail(agent)} with ${email} from now on. The change takes effect when that email is confirmed.`,
      'If this was you, you do not need to do anything here. If not, say so now to stop the change.',
    ],
    offersNotMe: true,
  }
}

/** Goes to the former email, which can no longer sign in: it can undo the change. */
export function emailChangedMail(agent: Of, { provider }: MailSite, email: string): PersonalMail {
  return {
    purpose: 'email-changed',
    subject: 'Your email was changed',
    paragraphs: [
      `From now on, sign in to ${accountInMail(agent)} with ${email}. We will also send our emails there. You can no longer sign in with this address.`,
      `If this was you, you do not need to do anything. If not, you can undo it within ${NOT_ME_DAYS} days.`,
    ],
    closing: [`If the button no longer works, call ${provider.tollFreeNumber} right away.`],
    offersNotMe: true,
  }
}
