import { dialerLostMail } from '#server/accounts/dialers.ts'
import { newDeviceMail } from '#server/accounts/open-session.ts'
import { strangerRemovedMail } from '#server/accounts/remove-strangers.ts'
import {
  demandChangedMail,
  factorDemandedMail,
  factorOffMail,
  factorOnMail,
  passkeyAddedMail,
  passkeyRemovedMail,
  recoveryCodesRenewedMail,
  recoveryCodeUsedMail,
  recoveryDoneFormerMail,
  recoveryDoneMail,
  recoveryRequestedFormerMail,
  recoveryRequestedMail,
} from '#server/identity/factor-mails.ts'
import type { MailSite } from '#server/platform/mail/queue-mail.ts'
import { DAY, later } from '#server/ports/clock.ts'
import { dana, linkToken, now, type Sample, sam } from './sample-values.ts'

/** Signing in, second factors, and what others may have done. */
export function securitySamples(site: MailSite): Sample[] {
  const formerEmail = { ...sam, email: 'sam.former@example.com' }
  const lostApp = { lost: 'app', hours: 72, linkToken } as const
  const lostPasskeys = { lost: 'passkeys', hours: 24, linkToken } as const
  const passkey = { name: 'Work laptop', isAutomatic: false, ways: ['password'] } as const
  const demanded = { owner: dana, now }
  const toSam = [
    newDeviceMail(sam, site, { ip: '203.0.113.24', device: 'Firefox on Windows', at: now }),
    factorOnMail(sam),
    factorOffMail(sam),
    factorDemandedMail(sam, site, { ...demanded, dueAt: later(now, 7 * DAY) }),
    factorDemandedMail(sam, site, { ...demanded, dueAt: now }),
    demandChangedMail(sam, site, { isDemanded: true }),
    demandChangedMail(sam, site, { isDemanded: false }),
    recoveryCodeUsedMail(sam, site, 7),
    recoveryCodeUsedMail(sam, site, 1),
    recoveryCodesRenewedMail(sam),
    recoveryRequestedMail(sam, site, lostApp),
    recoveryDoneMail(sam, site, lostApp),
    recoveryRequestedMail(sam, site, lostPasskeys),
    recoveryDoneMail(sam, site, lostPasskeys),
    passkeyAddedMail(sam, site, passkey),
    passkeyRemovedMail(sam, site, passkey.name),
    strangerRemovedMail(sam, site, { ...dana, name: dana.fullName }),
    dialerLostMail(sam, site, { item: 'triple', instead: 'single' }),
    dialerLostMail(sam, site, { item: 'triple', instead: null }),
  ]
  const toFormerEmail = [
    recoveryRequestedFormerMail(sam, site, lostApp),
    recoveryDoneFormerMail(sam, site, lostApp),
  ]
  return [
    ...toSam.map((mail) => ({ to: sam, mail })),
    ...toFormerEmail.map((mail) => ({ to: formerEmail, mail })),
  ]
}
