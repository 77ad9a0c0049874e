import { form } from '../address.ts'

export const giveFeedbackAddress = { ...form, path: '/rest/feedback/' } as const
