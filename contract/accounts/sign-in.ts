import type { FieldErrors } from '#contract/wire/call.ts'
import type { Query } from '#contract/wire/query.ts'
import type { AccountRow } from './sign-in-fields.ts'

/** Messages for sign-in, password reset and expired pages. */

export const invalidLogin = 'Invalid login/password'
export const sessionEnded = 'Your session has ended. Please sign in again.'
export const chooseAccount = 'Choose which account to use.'
export const resetLinkInvalid =
  'Unfortunately the link did not work. Please, attempt to restore the password once more'
export const resetLinkUsed =
  'This link has already been used, so your password may already be changed. Try to sign in with the password you just chose, or ask for a new link.'
export const partnerPageInvalid = 'Oops! Page is no longer valid.'
export const pageDoesNotExist = 'Page does not exist'

/**
 * A link between the sign-in pages that keeps the query parameters needed later: mobile payment, and the page
 * to open next.
 */
export function keepingQuery(path: string, { mr, next }: Query): string {
  const parameters = [...(mr === '1' ? ['mr=1'] : []), ...(next ? [`next=${encodeURIComponent(next)}`] : [])]
  return parameters.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${parameters.join('&')}`
}

/** The result of a form posted without JavaScript. Typed values are kept, passwords never. */
export type SentForm = {
  email?: string
  errors?: FieldErrors | string
  /** The accounts to choose from, and the encrypted rest of the form, which is posted back with the choice. */
  choice?: { accounts: AccountRow[]; ticket: string }
}
