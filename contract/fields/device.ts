import { field } from '#contract/wire/field.ts'

/** Empty takes the name away. */
export const deviceName = field('Name', { maxLength: 40 })
