import type { Query } from '#contract/wire/query.ts'

/** A link of the sign-in pages that keeps what must not get lost on a detour: paying on a phone, and where to go then. */
export function keepingQuery(path: string, { mr, next }: Query): string {
  const kept = [...(mr === '1' ? ['mr=1'] : []), ...(next ? [`next=${encodeURIComponent(next)}`] : [])]
  return kept.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${kept.join('&')}`
}
