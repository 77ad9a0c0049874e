import { HAND_OVER_UNDO_HOURS } from '#contract/calendar/lifetimes.ts'
import {
  canceledMail,
  cancelUndoneMail,
  holdEndedMail,
  onHoldMail,
} from '#server/features/account/cancel/mails.ts'
import { appDisconnectedMail } from '#server/features/account/connected-apps/connected-apps.ts'
import { contactChangedMail, contactNamedMail } from '#server/features/account/details/details.ts'
import { outgoingMailChangedMail } from '#server/features/account/outgoing-mail/outgoing-mail.ts'
import {
  formerOwnerMail,
  handOverEndedMail,
  handOverOvertakenMail,
  handOverRequestedMail,
  invitationMail,
  joinedMail,
  newOwnerMail,
  removedMail,
  roleChangedMail,
} from '#server/features/account/people/mails.ts'
import { planKeptMail, planPlannedMail } from '#server/features/account/plan/change-plan.ts'
import {
  emailChangedMail,
  emailChangeMail,
  emailChangeRequestedMail,
  emailTestMail,
  passwordChangedMail,
} from '#server/features/account/security/mails.ts'
import { readyMail } from '#server/features/background/provisioning/jobs.ts'
import { emailVideoLinkedMail } from '#server/features/partners/email-video/email-video.ts'
import { partnerLinkedMail } from '#server/features/partners/tokens/give-tokens.ts'
import { lockedMail } from '#server/features/visitors/not-me/mails.ts'
import {
  cardsAsBeforeMail,
  handOverUndoneMail,
  noLongerOwnerMail,
  passwordResetDoneMail,
} from '#server/features/visitors/password-reset/new-password.ts'
import { resetLinksMail } from '#server/features/visitors/password-reset/request-reset.ts'
import { resumeSignUpMail } from '#server/features/visitors/sign-up/resume.ts'
import type { MailSite, PersonalMail } from '#server/platform/mail/queue-mail.ts'
import { HOUR, later } from '#server/ports/clock.ts'
import {
  billingContact,
  dana,
  danaNamed,
  linkToken,
  now,
  type Sample,
  sam,
  samNamed,
  takenBack,
} from './sample-values.ts'

const newEmail = 'dana.new@example.com'
const caller = { name: 'Dana', reason: 'Called us' }
const next = { says: 'The next charge is on December 15, 2026.', howToAvoid: '' }
const undoEndsAt = later(now, HAND_OVER_UNDO_HOURS * HOUR)
const membership = {
  ...dana,
  email: sam.email,
  role: 'user' as const,
  ownerId: dana.id,
  ownerName: dana.fullName,
  ownerFirstName: dana.firstName,
  ownerEmail: dana.email,
  inviterName: dana.fullName,
  inviterEmail: dana.email,
  isByOwner: true,
  isBySupport: false,
}

/** What the features mail, each with values that could be real. */
export function featureSamples(site: MailSite): Sample[] {
  const to = (recipient: Sample['to'], ...mails: PersonalMail[]) =>
    mails.map((mail) => ({ to: recipient, mail }))
  const agent = { agent: dana, token: linkToken }
  return [
    ...to(
      { email: dana.email, firstName: 'Dana' },
      resumeSignUpMail(site, { isFromSupport: false, waiting: undefined, linkToken }),
    ),
    ...to(
      dana,
      readyMail(dana, site),
      resetLinksMail(site, [agent], false),
      resetLinksMail(
        site,
        [agent, { ...agent, agent: { ...dana, company: 'Second Street Homes', pin: '204817' } }],
        false,
      ),
      passwordChangedMail(dana),
      passwordResetDoneMail(dana),
      emailChangeRequestedMail(dana, site, newEmail),
      emailChangedMail(dana, site, newEmail),
      emailTestMail(dana, site, linkToken),
      lockedMail(dana, site, { passkeys: 1, hasApp: true, takenBack, ownership: 'comes-back', linkToken }),
      emailVideoLinkedMail(dana, site, 'Email Video'),
      appDisconnectedMail(dana, site, { name: 'Email Video', by: sam }),
      partnerLinkedMail(dana, site, { name: 'Open House CRM', scope: 'profile leads' }),
      planPlannedMail(dana, site, {
        on: '2026-12-15',
        whatFollows: [
          'On December 15, 2026: Agent access goes from 3 to 2.',
          'From December 15, 2026 your plan costs $159.00 a month.',
        ],
      }),
      planKeptMail(dana, site, next),
      outgoingMailChangedMail(dana, site, { host: 'smtp.example.com', from: 'dana@example.com' }),
      outgoingMailChangedMail(dana, site, null),
      canceledMail(dana, site, {
        reference: 'C-7K2M-9QXR-41DB',
        cancelOn: '2026-12-15',
        zone: dana.timeZone,
        hasEnded: false,
        caller: undefined,
      }),
      cancelUndoneMail(dana, site, { next, caller: undefined }),
      onHoldMail(dana, site, { from: '2026-12-15', until: '2027-02-15', caller: undefined }),
      holdEndedMail(dana, site, { on: '2026-12-15', isRemoved: false, next, caller }),
      contactChangedMail(dana, site, { former: '', next: billingContact.email }),
      joinedMail(dana, site, { membership, name: sam.fullName }),
      formerOwnerMail(dana, site, { next: samNamed, undoEndsAt }),
      handOverUndoneMail(dana, site, { next: sam, takenBack }),
      handOverRequestedMail(dana, site, { owner: dana, next: samNamed, linkToken }),
      handOverEndedMail(dana, site, 'Our support team withdrew the request.'),
    ),
    ...to({ ...dana, email: newEmail }, emailChangeMail(dana, site, linkToken)),
    ...to(billingContact, contactNamedMail(dana, site)),
    ...to({ email: sam.email }, invitationMail(membership, site, linkToken)),
    ...to(
      sam,
      removedMail(sam, site, dana.fullName),
      roleChangedMail(sam, site, { role: 'admin', changedBy: dana.fullName }),
      newOwnerMail(sam, site, { former: danaNamed, undoEndsAt }),
      noLongerOwnerMail(sam, site, { owner: dana, nextRole: 'user' }),
      cardsAsBeforeMail(sam, site, { owner: dana }),
      handOverRequestedMail(sam, site, { owner: dana, next: samNamed, linkToken }),
      handOverOvertakenMail(sam, site, {
        former: danaNamed,
        next: { email: 'kim@example.com', firstName: 'Kim', lastName: 'Park' },
      }),
    ),
  ]
}
