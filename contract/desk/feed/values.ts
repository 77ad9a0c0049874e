import * as z from 'zod/mini'

const endpointRow = z.object({
  id: z.number(),
  url: z.string(),
  state: z.enum(['active', 'failing', 'disabled']),
  sentThrough: z.number(),
  behind: z.number(),
  accountsWaiting: z.number(),
  /** Not all accounts that wait were counted. */
  hasMoreWaiting: z.boolean(),
  missedAt: z.nullable(z.string()),
  failingSince: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
  lastTakenAt: z.nullable(z.string()),
})
export type EndpointRow = z.infer<typeof endpointRow>

const keyRow = z.object({ name: z.string(), createdAt: z.string(), lastUsedAt: z.nullable(z.string()) })
export type KeyRow = z.infer<typeof keyRow>

export const feedValues = z.object({
  endpoints: z.array(endpointRow),
  /** The endpoints come after the one with this id; 0 on the first page. */
  after: z.number(),
  hasMore: z.boolean(),
  keys: z.array(keyRow),
})
export type FeedValues = z.infer<typeof feedValues>
