import { field } from '#contract/wire/field.ts'

export const blockUntil = field('Block its card, device and IP address until', { maxLength: 10 })
