import type { DeskMoment, Tone } from '../desk-moment.ts'

/** What the timeline of an account can be filtered by, in the order of the list. */
export const timelineKinds = {
  money: 'Charges and bills',
  plan: 'Plan',
  mail: 'Emails',
  'sign-in': 'Sign-ins',
  security: 'Password, email and verification',
  people: 'People',
  partner: 'Partners',
  settings: 'Account settings',
  consent: 'Consent',
  note: 'Notes',
  operator: 'Operators',
} as const
export type TimelineKind = keyof typeof timelineKinds

export const timelineKindNames = Object.keys(timelineKinds) as TimelineKind[]

export type TimelineLine = {
  key: string
  at: DeskMoment
  kind: TimelineKind
  text: string
  /** Such as the bank's reason. Empty if there is nothing to add. */
  more: string
  /** Who did it. Empty if nobody did. */
  who: string
  /** The reason that an operator gave. Empty if there is none. */
  reason: string
  /** Device and shortened IP address. Empty if unknown. */
  from: string
  tag: { text: string; tone: Tone | null } | null
  /** Where to see more of it, within the desk. */
  link: { text: string; href: string } | null
  /** Struck-out notes stay readable. */
  isStruck: boolean
}

export type TimelinePart = {
  lines: TimelineLine[]
  /** Empty: all of them. */
  kinds: TimelineKind[]
  /** Where the older lines begin. Null if there are none. */
  older: string | null
  /** False on the pages of older lines. */
  isNewest: boolean
}

/** `money,mail` or `money mail`; unknown words are left out. All kinds are the same as none. */
export function kindsIn(text: string | undefined): TimelineKind[] {
  const asked = (text ?? '').split(/[\s,]+/)
  const kinds = timelineKindNames.filter((kind) => asked.includes(kind))
  return kinds.length === timelineKindNames.length ? [] : kinds
}
