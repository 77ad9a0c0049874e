import type { CustomerValues } from './customer-fields.ts'

const KEY = 'sign-up-draft'

type Draft = { savedOn: string; values: Partial<CustomerValues> }
/** Asked for each time: where storage is forbidden, even to look at it throws. */
type Shelf = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What was typed today, on this device only; never a password. */
export function saveDraft(shelf: Shelf, values: CustomerValues, today: string): void {
  const { password, password2, ...kept } = values
  attempt(() => shelf().setItem(KEY, JSON.stringify({ savedOn: today, values: kept } satisfies Draft)))
}

/** A draft of another day is not only ignored but removed. */
export function readDraft(shelf: Shelf, today: string): Partial<CustomerValues> | undefined {
  const draft = attempt(() => JSON.parse(shelf().getItem(KEY) ?? 'null') as Partial<Draft> | null)
  if (draft?.savedOn === today && draft.values) return textsOf(draft.values)
  dropDraft(shelf)
  return undefined
}

export function dropDraft(shelf: Shelf): void {
  attempt(() => shelf().removeItem(KEY))
}

/** The visitor's own calendar day. */
export function localDay(now: Date): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** Storage is open to everything on this device: only texts come back from it. */
function textsOf(values: object): Partial<CustomerValues> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string'))
}

export function shelf(): Storage {
  return localStorage
}

/** A browser may refuse storage altogether: then there is no draft, and nothing else is wrong. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
