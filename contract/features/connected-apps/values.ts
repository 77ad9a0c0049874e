/** A partner connected by one person of the account. */
export type ConnectedApp = {
  key: string
  name: string
  logo: string
  allows: string[]
  /** A day in the account's time zone. */
  since: string
  lastUsed: string
  by: string
}

export type ConnectedAppsValues = {
  apps: ConnectedApp[]
  /** The address of the next page; null on the last one. */
  older: string | null
}
