import { keepingQuery } from '#contract/accounts/sign-in-query.ts'
import { pages } from '#contract/pages.ts'
import type { Query } from '#contract/wire/query.ts'

/** To the sign-in page that the person came from: the one where a phone pays, and where it was to lead. */
export function backToLogin(query: Query): { href: string; label: string } {
  return { href: keepingQuery(pages['sign-in'], query), label: 'Back to Login' }
}
