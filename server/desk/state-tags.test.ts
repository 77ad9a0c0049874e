import { expect, test } from 'vitest'
import type { DeclineReason } from '#server/ports/payments.ts'
import { sayRefusal } from './state-tags.ts'

const words: Record<DeclineReason, string> = {
  declined: 'declined, no reason given',
  'insufficient-funds': 'insufficient funds',
  expired: 'card expired',
  'wrong-number': 'wrong card number',
  'wrong-code': 'wrong security code',
  'wrong-address': 'wrong billing address',
  closed: 'account closed',
  lost: 'card reported lost',
  stolen: 'card reported stolen',
  revoked: 'stopped by the cardholder',
  'do-not-retry': 'not to be tried again',
  busy: 'bank busy',
  velocity: 'over a limit of the bank',
  'try-later': 'to be tried later',
}

test.each(Object.entries(words))(
  'operators read a refusal for %s in words, with the codes',
  (reason, says) => {
    expect(sayRefusal({ reason, isHard: null, codes: null })).toBe(says)
    expect(sayRefusal({ reason, isHard: true, codes: 'response 2001' })).toBe(`${says}, final, response 2001`)
  },
)
