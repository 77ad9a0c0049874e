export const DRAFT_KEY = 'sign-up-draft'

/** Runs on every page, so that an old draft is removed even if the visitor never returns to the wizard. */
export function forgetOldDraft(): void {
  // A browser may deny storage entirely: then there is no draft either.
  try {
    if (!isOf(localDay(new Date()), localStorage.getItem(DRAFT_KEY))) localStorage.removeItem(DRAFT_KEY)
  } catch {}
}

function isOf(today: string, draft: string | null): boolean {
  try {
    return JSON.parse(draft ?? 'null')?.savedOn === today
  } catch {
    return false
  }
}

/** The visitor's local date. */
export function localDay(now: Date): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
