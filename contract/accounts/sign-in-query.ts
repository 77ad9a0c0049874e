import type { Query } from '#contract/wire/query.ts'

/**
 * A link between the sign-in pages that keeps the query parameters needed later: mobile payment, and the page
 * to open next.
 */
export function keepingQuery(path: string, { mr, next }: Query): string {
  const kept = [...(mr === '1' ? ['mr=1'] : []), ...(next ? [`next=${encodeURIComponent(next)}`] : [])]
  return kept.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${kept.join('&')}`
}
