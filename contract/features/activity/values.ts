import type { ActivityKind } from './activities.ts'

/** What advice there is for a line: by its kind, or for a failed attempt. */
export type AdviceName = ActivityKind | 'wrong-password' | 'wrong-code'

/** A line of the log; the moment is formatted in the account's time zone. */
export type ActivityLine = {
  key: string
  at: string
  who: string
  text: string
  /** Such as the card's last four digits. Empty if there is nothing to add. */
  more: string
  /** Browser and system. Empty if unknown. */
  device: string
  /** Shortened. Empty if unknown. */
  ip: string
  isWarning: boolean
  /** What to do if it was not them. */
  advice: AdviceName
  isOwn: boolean
}

export type ActivityValues = {
  lines: ActivityLine[]
  kind: ActivityKind | null
  /** Where the older lines begin. Null if there are none. */
  older: string | null
  /** False on the pages of older lines. */
  isNewest: boolean
}
