import * as z from 'zod/mini'
import { type AnswerOf, publicCall } from '#contract/wire/call.ts'
import { read } from '#contract/wire/endpoint.ts'

/** `none`: this visitor has bought nothing here. Returns only the progress, nothing about the account. */
export const followProvisioning = publicCall({
  ...read,
  path: '/rest/auth/sign-up/set-up/',
  why: 'it tells only the progress of what this visitor has bought',
  body: z.object({}),
  answer: z.object({
    data: z.object({ state: z.enum(['none', 'running', 'late', 'ready']), words: z.string() }),
  }),
})

/** The server's description of a new account's provisioning progress. */
export type ProvisioningNews = AnswerOf<typeof followProvisioning>['data']
