import type { Limit } from '#server/platform/limits.ts'

/** How often one IP address may open links of one kind. A 256-bit token cannot be guessed: this only keeps the lookups cheap. */
export function linkLimit(kind: string): Limit {
  return { name: `${kind}:place`, tries: 120, windowMinutes: 15 }
}
