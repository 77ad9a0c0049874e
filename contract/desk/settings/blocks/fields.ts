import { choice, field } from '#contract/wire/field.ts'

export const blockKindLabels = { card: 'Card', device: 'Device', address: 'IP address' } as const
export type BlockedKind = keyof typeof blockKindLabels

export const blockKind = choice(
  'What to block',
  Object.entries(blockKindLabels).map(([value, displayValue]) => ({ value, displayValue })),
)
export const blockValue = field('Identifier, IP address or range', { required: true, maxLength: 200 })
export const blockEnd = field('Until', { required: true, maxLength: 10 })
