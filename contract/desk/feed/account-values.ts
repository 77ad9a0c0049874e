/** What the provider's systems were told about an account at one moment. */
export type AccountEventRow = {
  sequence: number
  /** Null: it was written just now, and is about to be given one. */
  position: number | null
  type: string
  /** What this kind of event means. */
  says: string
  at: string
  status: string
  /** `name: value`. */
  details: string[]
}

export type AccountFeedValues = {
  number: string
  company: string
  rows: AccountEventRow[]
  /** The next page, and the first one if this is not it. */
  older: string | null
  isNewest: boolean
}
