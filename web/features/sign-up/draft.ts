import type { CustomerValues } from './customer-fields.ts'

const KEY = 'sign-up-draft'

type Draft = { savedOn: string; values: Partial<CustomerValues> }

/** What was typed today, on this device only; never a password. */
export function saveDraft(storage: Storage, values: CustomerValues, today: string): void {
  const { password, password2, ...kept } = values
  attempt(() => storage.setItem(KEY, JSON.stringify({ savedOn: today, values: kept } satisfies Draft)))
}

/** A draft of another day is not only ignored but removed. */
export function readDraft(storage: Storage, today: string): Partial<CustomerValues> | undefined {
  const draft = attempt(() => JSON.parse(storage.getItem(KEY) ?? 'null') as Draft | null)
  if (draft?.savedOn === today && typeof draft.values === 'object') return draft.values
  dropDraft(storage)
  return undefined
}

export function dropDraft(storage: Storage): void {
  attempt(() => storage.removeItem(KEY))
}

/** The visitor's own calendar day. */
export function localDay(now: Date): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** A browser may refuse storage altogether: then there is no draft, and nothing else is wrong. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
