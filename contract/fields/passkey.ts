import { field } from '#contract/wire/field.ts'

export const passkeyName = field('Name', { required: true, maxLength: 60 })
