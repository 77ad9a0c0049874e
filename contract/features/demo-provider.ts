/** What the provider's sample system knows. The embedded setup includes one, so that every event can be seen. */
export type DemoProviderValues = {
  /** Newest first. */
  events: ReceivedEvent[]
  /** The account of the newest event first. */
  accounts: KnownAccount[]
  /** How many calls had an invalid signature. */
  unsigned: number
}

export type ReceivedEvent = {
  id: string
  type: string
  meaning: string
  accountNumber: string
  sequence: number
  timestamp: string
}

/** What an account may do, according to the events. */
export type KnownAccount = {
  accountNumber: string
  sequence: number
  status: string
  mayDial: boolean
  endsAt: string | null
  plan: { item: string; quantity: number }[]
  people: { id: number; role: string; name: string | null; dialers: string[] }[]
}
