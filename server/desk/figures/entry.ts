import type { FigureEntry } from '#contract/desk/figures/values.ts'

/** A part of a list: entries after the cursor, in a fixed order. */
export type Part = { after: string | undefined; atMost: number }
export type Found = FigureEntry & { cursor: string }

export type Row = {
  cursor: number | string
  accountId: number | null
  pin: string | null
  company: string | null
  at: Date | null
  cents: number
}

export function entryOf(row: Row, words: string, more: { email?: string; count?: number } = {}): Found {
  const { accountId, pin, company } = row
  return {
    cursor: String(row.cursor),
    account: accountId && pin ? { id: accountId, pin, company: company ?? '' } : null,
    email: more.email ?? '',
    at: row.at?.toISOString() ?? null,
    cents: row.cents,
    count: more.count ?? 1,
    words,
  }
}

/** A cursor from a URL is anything that somebody typed: what is no number begins at the first entry. */
export function idIn(after: string | undefined): number {
  return after && /^\d{1,15}$/.test(after) ? Number(after) : 0
}
