import { HAND_OVER_UNDO_HOURS, NOT_ME_DAYS, RESET_LINK_MINUTES } from '#contract/calendar/lifetimes.ts'
import type { Ownership, TakenBack } from '#contract/features/not-me.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { formatList } from '#contract/wire/format-list.ts'
import { sayTakenBack, waysBackFrom } from '#server/accounts/taken-back.ts'
import { accountInMail, type NamedAccount } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import type { Mail, MailSite } from '#server/platform/mail/queue-mail.ts'

const words = {
  stillInvited: 'Invited in your name before that, and not removed',
  changes: 'This was changed in your name since our first email about it',
}

export type Removed = { passkeys: number; hasApp: boolean }
export type Reported = Removed & { takenBack: TakenBack; ownership: Ownership | null }

export function lockedMail(
  agent: NamedAccount,
  { publicUrl, provider }: MailSite,
  { linkToken, ...reported }: Reported & { linkToken: string },
): Mail {
  return {
    purpose: 'not-me',
    subject: 'Set a new password',
    paragraphs: [
      `You told us that something in ${accountInMail(agent)} was not you. We signed you out on all devices, disconnected the apps that were connected in the last ${NOT_ME_DAYS} days, and your password no longer works.`,
      ...sayRemoved(reported),
      ...sayTakenBack(reported.takenBack, words),
      ...sayOwnership(reported.ownership, provider.tollFreeNumber),
      `Set a new password to sign in again. The link works once, for ${RESET_LINK_MINUTES} minutes.`,
    ],
    buttons: [
      { label: 'Set a new password', url: `${publicUrl}${fillPath(pages['new-password'], { linkToken })}` },
      ...waysBackFrom(reported.takenBack, publicUrl),
    ],
    closing: [`If the link has expired, ask for another on the sign-in page. ${questions({ provider })}`],
  }
}

function sayRemoved({ passkeys, hasApp }: Removed): string[] {
  const parts = [
    ...(passkeys > 0 ? [passkeys === 1 ? 'one passkey' : `${passkeys} passkeys`] : []),
    ...(hasApp ? ['the authenticator app of two-step verification'] : []),
  ]
  if (parts.length === 0) return []
  return [
    `We also removed what was added since our first email about it: ${formatList(parts)}. If you added it yourself, add it again after you have signed in.`,
  ]
}

function sayOwnership(ownership: Ownership | null, phone: string): string[] {
  if (ownership === 'comes-back')
    return [
      `Once you have set the new password, within ${HAND_OVER_UNDO_HOURS} hours, you are the owner of the account again.`,
    ]
  if (ownership === 'call')
    return [`You are no longer the owner of the account, and this does not change that. Call ${phone} now.`]
  return []
}
