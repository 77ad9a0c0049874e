/** What the sample partner's site shows. The embedded setup includes one for trying out the partner flow. */
export type DemoPartnerValues = {
  connection: { scope: string; endsAt: string; me: Record<string, string> | null } | null
  /** Its requests to us and our answers, in order. */
  steps: { number: number; asked: string; answered: string }[]
  /** Why connecting failed. */
  problem: string
}
