/** Joins the last part with "and": "single line, triple line and data". */
export function formatList(parts: readonly string[]): string {
  const [last = '', ...before] = parts.toReversed()
  return before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`
}
