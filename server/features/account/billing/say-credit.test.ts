import { expect, test } from 'vitest'
import { sayCredit } from './routes.ts'

type Money = Parameters<typeof sayCredit>[1]
const running: Money = {
  open: null,
  nextCharge: { cents: 129_00, creditCents: 20_00, on: '2026-04-18', lastMomentToCancel: '' },
  cancellation: null,
  hasEnded: false,
  reactivateBy: null,
}
const say = (money: Partial<Money>, cents = 20_00) =>
  sayCredit(cents, { ...running, ...money }, { tollFreeNumber: '800-555-0100' })
const open = {
  cents: 149_00,
  number: 'R-7',
  sayNextTry: '',
  sayRefused: '',
  pausedSince: null,
  endsAt: null,
  isConfirming: false,
}

test('what happens to credit is right for active, past due, canceled, free and ended accounts', () => {
  expect(say({})).toBe(
    'You have a credit of $20.00. Your bill of April 18, 2026 uses $20.00 of it. What you add to your plan before then uses it first.',
  )
  expect(say({ nextCharge: null, open })).toContain(
    'Bill R-7 was made without it. The next bill uses it first.',
  )
  const cancellation = { lastDay: '2026-04-17', reference: 'X' }
  expect(say({ nextCharge: null, cancellation })).toContain('no bill follows')
  expect(say({ nextCharge: { ...running.nextCharge, creditCents: 0 } as Money['nextCharge'] })).toContain(
    'The next bill that costs something uses it first.',
  )
  const ended = { nextCharge: null, hasEnded: true }
  expect(say({ ...ended, reactivateBy: '2026-06-15' })).toContain('If you reactivate your account')
  expect(say(ended)).toContain('no bill uses it. Call us at 800-555-0100')
})

test('without credit nothing is said about it', () => {
  expect(say({}, 0)).toBe('')
})
