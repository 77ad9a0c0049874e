import { changeSource } from './change-source.ts'

/** The former rule: a card that is not charged immediately is stored without verification. */
changeSource('server/billing/cards/take-card.ts', '{ verify: true }', '{ verify: false }')
