import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Order, type OrderKey, type OrderNews, type SentOrder, submitOrder } from './use-order.ts'

type Answer = { data: { status: string; review?: true } }

const done: SentOrder<Answer> = { kind: 'answered', answer: { data: { status: 'changed' } } }
const confirming: SentOrder<Answer> = { kind: 'answered', answer: { data: { status: 'confirming' } } }
const lost: SentOrder<Answer> = { kind: 'failed', message: 'Network Error' }
const refused = (status: number, errors: string | Record<string, string[]> = 'No.'): SentOrder<Answer> => ({
  kind: 'refused',
  status,
  errors,
  body: {},
})
const former = (status: string): SentOrder<Answer> => ({
  kind: 'refused',
  status: 409,
  errors: 'Another order.',
  body: { data: { status } },
})
const declined = refused(400, { number: ['Declined'] })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A paying page: it stores its key, and records what it has sent. */
function newPage() {
  let kept: string | undefined
  let made = 0
  const key: OrderKey = {
    current: () => kept,
    begin() {
      made += 1
      kept = `key-${made}`
      return kept
    },
    end() {
      kept = undefined
    },
  }
  const leaving = new AbortController()
  const sentCard = { current: '' }
  const keys: string[] = []
  let waits = 0

  async function press(
    answers: SentOrder<Answer>[],
    { card = '', ask }: Pick<Order<Answer>, 'card' | 'ask'> = {},
  ): Promise<OrderNews<Answer>> {
    const order: Order<Answer> = {
      async send(current) {
        keys.push(current)
        return (answers.length > 1 ? answers.shift() : answers[0]) ?? lost
      },
      card,
      ...(ask && { ask }),
    }
    const news = submitOrder(order, {
      key,
      sentCard,
      signal: leaving.signal,
      onConfirming: () => {
        waits += 1
      },
      comfort: (failure) => ({ failure: [failure], comfort: ['Safe.'] }),
    })
    await vi.runAllTimersAsync()
    return news
  }

  return { press, keys, leave: () => leaving.abort(), key, waits: () => waits }
}

const comforted = { failure: ['Network Error'], comfort: ['Safe.'] }

test.each([
  ['a lost answer', lost, comforted],
  ['a server that breaks', refused(500, 'Broken.'), { failure: ['Broken.'], comfort: ['Safe.'] }],
  ['a busy server', refused(503, 'Busy.'), { failure: ['Busy.'], comfort: ['Safe.'] }],
  ['too many tries', refused(429, 'Wait.'), 'Wait.'],
])('after %s the outcome is unknown: the key stays for the next attempt', async (_, answer, errors) => {
  const page = newPage()
  expect(await page.press([answer])).toEqual({ kind: 'unknown', errors })
  expect(await page.press([done])).toMatchObject({ kind: 'done' })
  expect(page.keys).toEqual(['key-1', 'key-1'])
})

test('a definite refusal ends its order: the next press has a new key', async () => {
  const page = newPage()
  expect(await page.press([declined])).toMatchObject({ kind: 'refused' })
  await page.press([done])
  expect(page.keys).toEqual(['key-1', 'key-2'])
})

test('a refusal of an outdated page says so, and ends its order like any other', async () => {
  const page = newPage()
  const outdated: SentOrder<Answer> = {
    kind: 'refused',
    status: 400,
    errors: 'Other amounts.',
    body: { outdated: true },
  }
  expect(await page.press([outdated])).toEqual({
    kind: 'refused',
    errors: 'Other amounts.',
    isOutdated: true,
  })
  await page.press([done])
  expect(page.keys).toEqual(['key-1', 'key-2'])
})

test.each([401, 403, 404])(
  '%i says nothing about the order: the key stays, and nothing is asked',
  async (status) => {
    const page = newPage()
    expect(await page.press([confirming, refused(status)])).toEqual({ kind: 'no access', errors: 'No.' })
    expect(page.keys).toEqual(['key-1', 'key-1'])
    expect(page.key.current()).toBe('key-1')
  },
)

test('while confirming, it retries after lost answers and server errors until the outcome is known', async () => {
  const page = newPage()
  const news = await page.press([confirming, lost, refused(500), refused(429), confirming, done])
  expect(news).toMatchObject({ kind: 'done', answer: { data: { status: 'changed' } } })
  expect(page.keys).toEqual(Array(6).fill('key-1'))
  expect(page.waits()).toBe(5)
})

test.each([
  ['its own answer', { kind: 'answered', answer: { data: { status: 'confirming', review: true } } }],
  [
    'a 409',
    { kind: 'refused', status: 409, errors: '', body: { data: { status: 'confirming', review: true } } },
  ],
] as [string, SentOrder<Answer>][])(
  'a held order, by %s, is not queried again, and the key stays',
  async (_, held) => {
    const page = newPage()
    expect(await page.press([confirming, held])).toEqual({ kind: 'held' })
    expect(page.keys).toEqual(['key-1', 'key-1'])
    expect(page.key.current()).toBe('key-1')
  },
)

test('leaving the page stops the polling, and the key stays', async () => {
  const page = newPage()
  const news = page.press([confirming])
  page.leave()
  expect(await news).toEqual({ kind: 'cancelled' })
  expect(page.keys).toEqual(['key-1'])
  expect(page.key.current()).toBe('key-1')
})

test.each(['registered', 'changed', 'active'])(
  'a key whose previous order is %s: that one is paid',
  async (status) => {
    const page = newPage()
    await page.press([lost])
    expect(await page.press([former(status)])).toEqual({ kind: 'paid before' })
    expect(page.key.current()).toBe('key-1')
  },
)

test('if the previous order of a key was refused, this one is resent once under a new key', async () => {
  const page = newPage()
  await page.press([lost])
  expect(await page.press([former('refused'), done])).toMatchObject({ kind: 'done' })
  expect(page.keys).toEqual(['key-1', 'key-1', 'key-2'])
  const other = newPage()
  expect(await other.press([former('refused')])).toMatchObject({ kind: 'refused before' })
  expect(other.keys).toEqual(['key-1', 'key-2'])
})

test('a previous order that is being confirmed, or has no known outcome, is followed under its key', async () => {
  const page = newPage()
  const news = await page.press([former('confirming'), former(''), former('changed')])
  expect(news).toEqual({ kind: 'paid before' })
  expect(page.keys).toEqual(['key-1', 'key-1', 'key-1'])
})

test('a decline with a lost answer is shown for the same card, and does not block another', async () => {
  const page = newPage()
  await page.press([lost], { card: '4000' })
  expect(await page.press([declined], { card: '4000' })).toMatchObject({ kind: 'refused' })
  expect(page.keys).toEqual(['key-1', 'key-1'])
  const other = newPage()
  await other.press([lost], { card: '4000' })
  expect(await other.press([declined, done], { card: '4111' })).toMatchObject({ kind: 'done' })
  expect(other.keys).toEqual(['key-1', 'key-1', 'key-2'])
})

test('where the outcome can be queried, an order being confirmed is queried, not resent', async () => {
  const page = newPage()
  const request = ['confirming', 'unknown', 'refused'] as const
  let turn = 0
  const news = await page.press([confirming], {
    ask: async () => ({ kind: request[turn++] ?? 'refused', errors: 'Not charged.' }) as OrderNews<Answer>,
  })
  expect(news).toEqual({ kind: 'refused', errors: 'Not charged.' })
  expect(page.keys).toEqual(['key-1'])
  expect(turn).toBe(3)
})
