import type { FieldErrors } from '#contract/wire/call.ts'
import type { AccountRow } from './account-row.ts'

/** The result of a form posted without JavaScript. Typed values are kept, passwords never. */
export type SentForm = {
  email?: string
  errors?: FieldErrors | string
  /**
   * The accounts to choose from, and the encrypted rest of the form, which is posted back with the choice.
   */
  choice?: { accounts: AccountRow[]; ticket: string }
}
