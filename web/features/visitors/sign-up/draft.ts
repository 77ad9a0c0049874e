import type { CustomerValues } from './customer-fields.ts'
import { attempt, deviceShelf, type Shelf } from './shelf.ts'

const KEY = 'sign-up-draft'

type Draft = { savedOn: string; values: Partial<CustomerValues> }

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

/** Run by every page: who does not come back to the wizard leaves nothing of yesterday on the device. */
export function forgetOldDraft(): void {
  readDraft(deviceShelf, localDay(new Date()))
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
