import type { Everyone } from '#contract/accounts/factor-demand.ts'

export type SecondFactorValues = {
  /** Null while it is off. `since` is formatted in the account's time zone. */
  factor: { since: string; codesLeft: number } | null
  /** The owner requires it of everyone. */
  isDemanded: boolean
  /** With a passkey as well, it can be turned off nevertheless. */
  hasPasskey: boolean
  /** Null for everyone but the owner. */
  everyone: Everyone | null
}
