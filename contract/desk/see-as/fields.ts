import { choice } from '#contract/wire/field.ts'

export const viewedPerson = choice('Person', [])
