/** A partner that was let in, by one person of the account. */
export type ConnectedApp = {
  key: string
  name: string
  logo: string
  allows: string[]
  /** Days in the time zone of the account. */
  since: string
  lastUsed: string
  by: string
}

export type ConnectedAppsValues = { apps: ConnectedApp[] }
