import * as z from 'zod/mini'
import { itemKeys, items, type PriceKey } from '#contract/catalogue/plan.ts'
import { call } from '#contract/wire/call.ts'
import { signUpContextAddress } from './endpoints.ts'

const option = z.object({ value: z.string(), displayValue: z.string() })
const dollars = z.number()

export const signUpContext = call({
  number: 4,
  summary: 'Prices, countries, states and flags of the sign-up',
  ...signUpContextAddress,
  body: z.object({}),
  answer: z.object({
    prices: z.object(
      Object.fromEntries(itemKeys.map((key) => [items[key].priceKey, dollars])) as Record<
        PriceKey,
        typeof dollars
      >,
    ),
    misc: z.object({
      show_rl_alert_popup: z.boolean(),
      show_nhs_alert_popup: z.boolean(),
      show_pfcl_alert_popup: z.boolean(),
      mls: z.array(z.object({ ...option.shape, state: z.string(), has_expired_data: z.boolean() })),
    }),
    countries: z.array(option),
    states: z.array(z.object({ ...option.shape, country: z.string() })),
  }),
  refusals: [],
})
