import type { Change, Notice } from '#contract/features/sign-up/legacy-choices.ts'

/** The field that each Warning is about: gets the focus after Cancel. */
const fields: Partial<Record<Change['kind'], string>> = {
  email: '[name="email"]',
  account: '[name="accountType"]:checked',
  package: '[name="dataAndDialerChoice"]:checked',
  market: '[name="market_country"]',
}

/** After the dialog has restored the focus, moves it to the field the dialog warned about. */
export function focusWarned(notice: Notice): void {
  const selector = 'change' in notice ? fields[notice.change.kind] : undefined
  if (selector) requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())
}
