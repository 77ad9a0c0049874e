import type { Row } from './command.ts'

/** The sentence over a list that was cut: whoever reads it would take it for everything. */
export function sayMore(
  lists: Row[][],
  most: number,
  advice = '',
  which: 'newest' | 'most urgent' = 'newest',
): { said?: string } {
  if (!lists.some((rows) => rows.length >= most)) return {}
  return { said: [`There may be more: these are the ${most} ${which}.`, advice].filter(Boolean).join(' ') }
}
