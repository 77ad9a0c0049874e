import * as z from 'zod/mini'

const partnerRow = z.object({
  id: z.string(),
  name: z.string(),
  isConfidential: z.boolean(),
  requiresPkce: z.boolean(),
  redirectUris: z.array(z.string()),
  scopes: z.array(z.string()),
  defaultScope: z.string(),
  createdAt: z.string(),
  disabledAt: z.nullable(z.string()),
  people: z.number(),
  /** Not all connections were counted, so there may be more people. */
  hasMorePeople: z.boolean(),
  secrets: z.number(),
})
export type PartnerRow = z.infer<typeof partnerRow>

export const partnersValues = z.object({
  rows: z.array(partnerRow),
  /** These come after the partner with this id; empty on the first page. */
  after: z.string(),
  hasMore: z.boolean(),
})
export type PartnersValues = z.infer<typeof partnersValues>
