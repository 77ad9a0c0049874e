import { form } from '#contract/wire/address.ts'

export const giveFeedbackAddress = { ...form, path: '/rest/feedback/' } as const
