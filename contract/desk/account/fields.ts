import { lines } from '#contract/wire/field.ts'

export const noteWords = lines('Note', { required: true, maxLength: 4000 })
