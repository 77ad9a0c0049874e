import * as z from 'zod/mini'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { exact } from '#contract/wire/schema.ts'

export const disconnectApp = accountCall({
  summary: 'Disconnect a partner',
  ...json,
  path: '/rest/account/apps/disconnect/',
  who: 'own',
  scopes: ['account'],
  stepUp: { none: 'it takes access away' },
  names: { app: 'app' },
  body: z.object({ app: exact(200, 'The key of the app in the list') }),
  answer: z.object({ data: z.object({ status: z.literal('disconnected') }) }),
  refusals: [
    { status: 401, when: 'no one is signed in' },
    {
      status: 403,
      when: 'the account does not allow this right now, or someone else made the connection and the role does not allow to end it',
    },
    { status: 404, when: 'there is no such connection' },
  ],
})
