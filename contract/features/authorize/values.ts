/** Which partner asks for access, and to what. */
export type AuthorizeValues = {
  systemStatus: string
  /** Null if the partner is unknown. */
  partner: { name: string; logo: string; allows: string[] } | null
  /** What is wrong with the partner's request; empty if it is valid. */
  problem: string
}
