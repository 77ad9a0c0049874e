/** What the sample partner knows: a partner's own site, played by the embedded start. */
export type DemoPartnerValues = {
  connection: { scope: string; endsAt: string; me: Record<string, string> | null } | null
  /** What it asked of us and what came back, in order. */
  steps: { number: number; asked: string; answered: string }[]
  /** Why there is no connection although one was asked for. */
  problem: string
}
