import { DRAFT_KEY } from '#web/old-draft.ts'
import type { CustomerValues } from './customer-fields.ts'

/** A function, because where storage is forbidden even accessing it throws. */
export type DraftStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Shared by all tabs, and kept when they are closed. */
export function deviceStorage(): Storage {
  return localStorage
}

/** Kept in this tab across reloads. */
export function tabStorage(): Storage {
  return sessionStorage
}

/** A browser may deny storage entirely: then nothing is kept, and everything else works. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

type Draft = { savedOn: string; values: Partial<CustomerValues> }

/** What was typed today, on this device only; never a password. */
export function saveDraft(storage: DraftStorage, values: CustomerValues, today: string): void {
  const { password, password2, ...kept } = values
  attempt(() =>
    storage().setItem(DRAFT_KEY, JSON.stringify({ savedOn: today, values: kept } satisfies Draft)),
  )
}

/** A draft of another day is removed, not just ignored. */
export function readDraft(storage: DraftStorage, today: string): Partial<CustomerValues> | undefined {
  const draft = attempt(() => JSON.parse(storage().getItem(DRAFT_KEY) ?? 'null') as Partial<Draft> | null)
  if (draft?.savedOn === today && draft.values) return textsOf(draft.values)
  dropDraft(storage)
  return undefined
}

/** Anything on this device can write to storage, so only strings are accepted. */
function textsOf(values: object): Partial<CustomerValues> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string'))
}

export function dropDraft(storage: DraftStorage): void {
  attempt(() => storage().removeItem(DRAFT_KEY))
}
