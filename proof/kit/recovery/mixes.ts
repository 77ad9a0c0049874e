/**
 * Three mixes of banks and customers in the month of a renewal, in percent. They were fixed before any schedule
 * of retries was measured on them.
 */
export const mixes = {
  /** Most refusals are for missing money, and money comes with the pay. */
  'paydays help': {
    money: 'paydays',
    troubles: {
      none: 10,
      short: 56,
      busy: 8,
      'no-reason': 12,
      expired: 5,
      closed: 3,
      lost: 2,
      stolen: 1,
      revoked: 0,
      'do-not-retry': 3,
    },
  },
  /** As many are short of money, but it comes at any hour of any day. */
  'paydays are useless': {
    money: 'any-time',
    troubles: {
      none: 10,
      short: 56,
      busy: 8,
      'no-reason': 12,
      expired: 5,
      closed: 3,
      lost: 2,
      stolen: 1,
      revoked: 0,
      'do-not-retry': 3,
    },
  },
  /** Most cards will never be approved again. */
  'mostly hard': {
    money: 'paydays',
    troubles: {
      none: 10,
      short: 12,
      busy: 4,
      'no-reason': 9,
      expired: 25,
      closed: 16,
      lost: 8,
      stolen: 4,
      revoked: 3,
      'do-not-retry': 9,
    },
  },
} as const

export type MixName = keyof typeof mixes
export const mixNames = Object.keys(mixes) as MixName[]
export type Trouble = keyof (typeof mixes)[MixName]['troubles']

/** In every mix: of all tries, those that meet a busy bank, and those whose answer or question is lost. */
export const tries = { busy: 0.02, unheard: 0.03, unsent: 0.01 }
/** Of all customers. */
export const HAS_BACKUP = 0.3
export const backupTroubles = { none: 75, short: 10, 'no-reason': 5, expired: 5, closed: 5 }
/** Of another card that a customer types. */
export const typedTroubles = { none: 90, 'no-reason': 10 }
/** Of refusals for missing money: banks that do not say so. */
export const SAYS_NO_REASON = 0.15
/** When pay comes, for customers who are paid on such days. */
export const rhythms = {
  'first-and-15th': 35,
  'each-friday': 15,
  'other-friday': 20,
  'last-working-day': 20,
  first: 10,
}
/** Of all payments to a customer: enough for the bill. */
export const IS_ENOUGH = 0.8
/** Of cards refused without a reason: those that never work again. */
export const NEVER_BETTER = 0.35
/** Cards that the bank replaces within the week, and closed ones that it reports before the month begins. */
export const updates = { expired: 0.45, replaced: 0.3, 'reported closed': 0.2 }
/** Of all customers: who pays by hand after which mail. The impatient ones try again each hour. */
export const reactions = { none: 64, 'first-mail': 22, 'last-day-mail': 12, impatient: 2 }
export const HAS_ANOTHER_CARD = 0.7
