import type { FieldErrors } from '#contract/wire/call.ts'
import type { AccountRow } from './account-row.ts'

/** What came of a form that was posted without a script: what was typed is kept, a password never. */
export type SentForm = {
  email?: string
  errors?: FieldErrors | string
  /** The accounts to choose from, and the sealed rest of the form that the choice sends back. */
  choice?: { accounts: AccountRow[]; ticket: string }
}
