import * as z from 'zod/mini'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { exact } from '#contract/wire/schema.ts'

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
  /** The URL of the next page; null on the last one. */
  older: string | null
}

export const disconnectApp = accountCall({
  ...json,
  path: '/rest/account/apps/disconnect/',
  who: 'own',
  scopes: ['account'],
  stepUp: { none: 'it takes access away' },
  names: { app: 'app' },
  body: z.object({ app: exact(200, 'The key of the app in the list') }),
  answer: z.object({ data: z.object({ status: z.literal('disconnected') }) }),
})
