import type { Role } from '#contract/accounts/roles.ts'
import type { View } from './calls.ts'

export type SeeAsValues = {
  account: { number: string; company: string }
  people: {
    id: number
    name: string
    email: string
    role: Role
    /** Why this person has no pages to see. */
    obstacle: string | null
  }[]
  /** The view of this account that is open in this browser. */
  view: View | null
}
