/** Where things can be changed back that somebody else may have changed. */
export type WayBackName = 'people' | 'plan' | 'cancel' | 'billing' | 'apps' | 'mail' | 'details' | 'security'

/** The account's owner was changed meanwhile: it is undone with a new password, or cannot be undone here. */
export type Ownership = 'comes-back' | 'call'

/** What was taken back, and what was not. People are named by name and email. */
export type TakenBack = {
  /** Removed, or their invitation withdrawn. */
  removed: string[]
  /** More of them are being removed. */
  removesMore: boolean
  /** Invited from an older session: they stay. */
  stillInvited: string[]
  /** What changed since then, newest first, by where it can be changed back. */
  changes: { wayBack: WayBackName; texts: string[] }[]
  /** There are more changes than are listed. */
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
    /** `isTaken`: another person of the account has joined with this email, so the change of it stays. */
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
