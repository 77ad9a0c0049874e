import { changeSource } from './change-source.ts'

/** The former rule: a card that is not charged at once is put on file unseen. */
changeSource('server/billing/cards/take-card.ts', '{ verify: true }', '{ verify: false }')
