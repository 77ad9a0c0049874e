/** Who wants to connect to your account, and for what. */
export type AuthorizeValues = {
  systemStatus: string
  /** Null while nobody knows who asks. */
  partner: { name: string; logo: string; allows: string[] } | null
  /** What is wrong with the partner's request; empty when it is in order. */
  problem: string
}
