import type { Change, Notice } from '#contract/features/sign-up/legacy-choices.ts'

/** What a Warning is about: whoever takes a step back there goes on here. */
const fields: Partial<Record<Change['kind'], string>> = {
  email: '[name="email"]',
  account: '[name="accountType"]:checked',
  package: '[name="dataAndDialerChoice"]:checked',
  market: '[name="market_country"]',
}

/** When the dialog has given the focus back, it goes to the field that it warned of. */
export function focusWarned(notice: Notice): void {
  const selector = 'change' in notice ? fields[notice.change.kind] : undefined
  if (selector) requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())
}
