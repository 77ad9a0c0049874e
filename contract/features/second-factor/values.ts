export type SecondFactorValues = {
  /** Null while it is off. `since` is formatted in the account's time zone. */
  factor: { since: string; codesLeft: number } | null
}
