/** Where to revert changes that somebody else may have made. */
export type WayBackName = 'people' | 'plan' | 'cancel' | 'billing' | 'apps' | 'mail' | 'details' | 'security'

/** The account changed owners meanwhile: a new password undoes it, or it cannot be undone here. */
export type Ownership = 'comes-back' | 'call'

/** What was reverted, and what was not. People are named by name and email. */
export type TakenBack = {
  /** Removed, or their invitation withdrawn. */
  removed: string[]
  /** More of them are still being removed. */
  removesMore: boolean
  /** Invited from an older session: they stay. */
  stillInvited: string[]
  /** What changed since then, newest first, by where it can be reverted. */
  changes: { wayBack: WayBackName; texts: string[] }[]
  /** There are more changes than listed. */
  hasMoreChanges: boolean
}

export type NotMeValues = {
  linkToken: string
  state:
    | {
        kind: 'asks'
        company: string
        pin: string
        email: string
        changedSince: boolean
        ownership: Ownership | null
      }
    /** `isTaken`: another person of the account has joined with this email, so it stays changed. */
    | {
        kind: 'done'
        email: string
        isTaken: boolean
        ownership: Ownership | null
        takenBack: TakenBack
      }
    | { kind: 'used' }
    | { kind: 'over' }
    | { kind: 'later'; text: string }
}
