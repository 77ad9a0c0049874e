import { type ItemKey, items } from '#contract/catalogue/plan.ts'
import { field } from '#contract/wire/field.ts'

export const priceOf = (item: ItemKey) => field(items[item].label, { maxLength: 8 })
export const effectFrom = field('Takes effect (UTC)', { maxLength: 16 })
