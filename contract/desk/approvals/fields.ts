import { lines } from '#contract/wire/field.ts'

export const decisionWords = lines('Why, in your own words', { required: true, maxLength: 500 })
