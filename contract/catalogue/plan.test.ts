import { describe, expect, test } from 'vitest'
import { fc } from '../../scripts/properties.ts'
import { defaultPrices } from './default-prices.ts'
import {
  asksForTooMany,
  emptyPlan,
  hasPlan,
  itemKeys,
  items,
  linesOf,
  namesPlan,
  plannableKeys,
  quantitiesOf,
  queryOf,
  totalOf,
} from './plan.ts'

test('what can be bought: dialers, agent access, recording, call me or voice, and six data services [GEN-05]', () => {
  const keysOf = (kind: string) => itemKeys.filter((key) => items[key].kind === kind)
  expect(keysOf('licence')).toEqual(['single', 'triple', 'lead', 'mojovoice', 'callme', 'callrecording'])
  expect(keysOf('service')).toEqual([
    'neighborhood-search',
    'expired-leads',
    'fsbo',
    'frbo',
    'skip-tracer',
    'pre-foreclosures',
  ])
})

function totalInDollars(query: Record<string, string>) {
  return totalOf(linesOf(quantitiesOf(query), defaultPrices)) / 100
}

describe('a plan', () => {
  test('one single line costs 99 and one triple line 149, agent access included', () => {
    expect(totalInDollars({ single: '1' })).toBe(99)
    expect(totalInDollars({ triple: '1' })).toBe(149)
  })

  test('starts at the 10 of the agent access that every plan has', () => {
    expect(totalInDollars({})).toBe(10)
    expect(totalInDollars({ lead: '1' })).toBe(10)
    expect(totalInDollars({ lead: '2' })).toBe(20)
  })

  test('adds up quantities times prices', () => {
    const query = { triple: '2', lead: '2', callrecording: '2', 'skip-tracer': '1' }
    expect(totalInDollars(query)).toBe(397)
    expect(linesOf(quantitiesOf(query), defaultPrices)).toMatchObject([
      { key: 'triple', quantity: 2, unitPrice: 13900, amount: 27800 },
      { key: 'lead', quantity: 2, amount: 2000 },
      { key: 'callrecording', quantity: 2, amount: 5000 },
      { key: 'skip-tracer', quantity: 1, amount: 4900 },
    ])
  })

  test('flags more than twenty licenses of a kind; a data service is bought once', () => {
    expect(asksForTooMany({ single: '20', fsbo: '21', 'plan-name': '99' })).toBe(false)
    for (const more of [{ lead: '21' }, { single: '1', triple: '9'.repeat(400) }])
      expect(asksForTooMany(more)).toBe(true)
    expect(asksForTooMany({ single: '-21' })).toBe(false)
  })

  test.each(['NaN', '-1', '1.5', '1e3', '', ' 1', '+1', '0x10', 'Infinity', '1,000', '٢'])(
    'a quantity of %j counts as zero',
    (strange) => {
      expect(quantitiesOf({ single: strange }).single).toBe(0)
      expect(hasPlan({ single: strange })).toBe(false)
      expect(namesPlan({ single: strange })).toBe(true)
    },
  )

  test.each([
    ['21', 20],
    ['20', 20],
    ['999999999', 20],
    ['007', 7],
    ['0', 0],
  ])('a licence count of %s is %i', (request, had) =>
    expect(quantitiesOf({ single: request }).single).toBe(had),
  )

  test('a data service is either included or not', () => {
    expect(quantitiesOf({ fsbo: '5' }).fsbo).toBe(1)
    expect(quantitiesOf({ fsbo: '0' }).fsbo).toBe(0)
  })

  test('ignores query names that are not part of the plan; no link names call-me', () => {
    expect(quantitiesOf({ callme: '3', bogus: '3', constructor: '3' })).toEqual(emptyPlan())
    expect(namesPlan({ utm_source: 'mail' })).toBe(false)
    expect(namesPlan({ 'plan-name': '' })).toBe(true)
  })

  test('uses the prices of the given list', () => {
    const dollars = Object.fromEntries(itemKeys.map((key) => [key, items[key].dollars]))
    expect(dollars).toEqual({
      single: 89,
      triple: 139,
      lead: 10,
      mojovoice: 30,
      callme: 30,
      callrecording: 25,
      'neighborhood-search': 49,
      'expired-leads': 50,
      fsbo: 25,
      frbo: 25,
      'skip-tracer': 49,
      'pre-foreclosures': 49,
    })
  })

  test('any query gives a plan within its bounds that survives a round trip through a link', () => {
    const value = fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String))
    const query = fc.dictionary(fc.constantFrom(...plannableKeys, 'x'), value)
    fc.assert(
      fc.property(query, (request) => {
        const quantities = quantitiesOf(request)
        for (const key of itemKeys) {
          const most = items[key].kind === 'licence' ? 20 : 1
          expect(Number.isInteger(quantities[key]) && quantities[key] >= 0 && quantities[key] <= most).toBe(
            true,
          )
        }
        expect(totalOf(linesOf(quantities, defaultPrices))).toBeGreaterThanOrEqual(1000)
        const linked = Object.fromEntries(new URLSearchParams(queryOf(quantities)))
        expect(quantitiesOf(linked)).toEqual(quantities)
      }),
    )
  })
})

test('an enormous quantity is capped like any other that is too large', () => {
  for (const many of ['21', '999999999', '9999999999', '9'.repeat(400), '000000000021'])
    expect(quantitiesOf({ single: many, fsbo: many })).toMatchObject({ single: 20, fsbo: 1 })
  for (const none of ['', '-1', '1.5', '1e9', ' 1', '１', 'Infinity'])
    expect(quantitiesOf({ single: none }), none).toMatchObject({ single: 0 })
})
