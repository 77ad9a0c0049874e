export const DRAFT_KEY = 'sign-up-draft'

/** Run by every page: who does not come back to the wizard leaves nothing of yesterday on the device. */
export function forgetOldDraft(): void {
  // A browser may refuse storage altogether: then nothing is kept either.
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

/** The visitor's own calendar day. */
export function localDay(now: Date): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
