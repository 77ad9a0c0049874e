import { keepingQuery } from '#contract/accounts/sign-in-query.ts'
import { pages } from '#contract/pages.ts'
import type { Query } from '#contract/wire/query.ts'

/** Back to the sign-in page the person came from, keeping mobile payment and the page to open next. */
export function backToLogin(query: Query): { href: string; label: string } {
  return { href: keepingQuery(pages['sign-in'], query), label: 'Back to Login' }
}
