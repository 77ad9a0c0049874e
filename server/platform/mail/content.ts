import { pages } from '#contract/pages.ts'
import type { Config } from '#server/config/config.ts'
import { DAY } from '#server/ports/clock.ts'
import { isOnlyLink, type MailPurpose } from './purposes.ts'
import type { MailText } from './render-mail.ts'

/** For questions about what was sent. Bills and receipts stay in the account. */
export const CONTENT_KEPT_MS = 90 * DAY

/** A mail's content without its one-time links. */
export type MailContent = MailText & { isShortened: boolean }

/** As long as the token of a link. */
const secret = /[\w-]{40,}/

/** What may be kept of a mail after delivery; undefined if it was only a link. */
export function contentOf(purpose: MailPurpose, text: MailText): MailContent | undefined {
  const { subject, greeting, paragraphs, buttons = [], closing } = text
  if (isOnlyLink(purpose)) return undefined
  if ([subject, greeting, ...paragraphs, ...closing].some((line) => secret.test(line))) return undefined
  const safeButtons = buttons.filter(({ label, url }) => !secret.test(url) && !secret.test(label))
  return { ...text, buttons: safeButtons, isShortened: safeButtons.length < buttons.length }
}

/** The same mail for resending: it says so, and that a link is missing. */
export function repeated(
  { isShortened, ...text }: MailContent,
  firstSent: string,
  { publicUrl, provider }: Pick<Config, 'publicUrl' | 'provider'>,
): MailText {
  const signIn = { label: 'Sign in', url: `${publicUrl}${pages['sign-in']}` }
  return {
    ...text,
    paragraphs: [`You get this email again. We first sent it on ${firstSent}.`, ...text.paragraphs],
    buttons: [...(text.buttons ?? []), ...(isShortened ? [signIn] : [])],
    closing: [
      ...(isShortened
        ? [
            `A link in the first email worked only once, so it is not in this one. Sign in, or call ${provider.tollFreeNumber}.`,
          ]
        : []),
      ...text.closing,
    ],
  }
}
