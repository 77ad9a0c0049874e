import * as z from 'zod/mini'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { exact } from '#contract/wire/schema.ts'

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
