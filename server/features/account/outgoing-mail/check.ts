import type { OutgoingMailCheck } from '#contract/features/outgoing-mail/calls.ts'
import * as messages from '#contract/features/outgoing-mail/messages.ts'
import type { MailSettings } from '#contract/features/outgoing-mail/values.ts'
import { MINUTE } from '#server/ports/clock.ts'
import type { KeptSettings } from './queries.ts'

/** A check without a result for this long is considered lost. */
const GIVES_UP_AFTER_MS = 5 * MINUTE

/** The state of the verification, as shown to the user. */
export function checkOf(settings: KeptSettings | undefined, now: Date): OutgoingMailCheck {
  if (!settings) return { state: 'none', words: messages.smtpNone }
  const { host, verifiedAt, lastError, sentAt, checkedAt, checkRecipient } = settings
  if (verifiedAt) return { state: 'verified', words: messages.smtpVerified(host) }
  if (lastError) return { state: 'failed', words: lastError }
  if (sentAt) return { state: 'sent', words: messages.smtpSent(checkRecipient ?? '') }
  if (!checkedAt || now.getTime() - checkedAt.getTime() > GIVES_UP_AFTER_MS)
    return { state: 'failed', words: messages.smtpGaveUp }
  return { state: 'sending', words: messages.smtpSending(host) }
}

/** The password itself is never returned, only whether there is one. */
export function shownSettings(settings: KeptSettings | undefined): MailSettings | null {
  if (!settings) return null
  const { host, port, security, username, fromAddress, passwordSealed } = settings
  return { host, port, security, username, fromAddress, hasPassword: passwordSealed !== null }
}
