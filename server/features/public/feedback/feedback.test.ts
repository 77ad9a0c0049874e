import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveFeedback } from '#contract/features/feedback.ts'
import { sql } from '#server/platform/db/sql.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { encode, send } from '#server/test-kit/send.ts'

const FRAME = '/single/cancellation-feedback/form/'
let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const kept = (pin: string) =>
  harness.db.many<{ answers: object }>(sql`select answers from feedback where pin = ${pin} order by id`)

test('answers are stored with their account number, unknown keys are not [CAN-01]', async () => {
  const answers = { reason: 'It costs too much', missing: ' A smaller plan ', would_return: 'Perhaps' }
  const given = await send(harness, giveFeedback, { pin: '700001', ...answers, admin: '1' } as never)
  expect([given.status, given.body]).toEqual([200, { data: { status: 'received' } }])
  expect(await kept('700001')).toEqual([
    { answers: { reason: 'It costs too much', missing: 'A smaller plan', wouldReturn: 'Perhaps' } },
  ])
})

test('only a reason and a number are required; each refusal appears at its field', async () => {
  const refusal = async (body: object) => (await send(harness, giveFeedback, body as never)).body.errors
  expect(await refusal({})).toEqual({
    pin: ['This field is required'],
    reason: ['This field is required'],
  })
  expect(await refusal({ pin: '12a', reason: 'Because' })).toEqual({
    pin: ['Enter a valid number'],
    reason: ['Choose one of the listed options'],
  })
  expect(await refusal({ pin: '700002', reason: 'Another reason', missing: 'x'.repeat(2001) })).toEqual({
    missing: ['Maximum 2000 characters required'],
  })
  expect(await kept('700002')).toEqual([])
})

test('is rate-limited by network', async () => {
  const address = freshIp()
  const body = { pin: '700003', reason: 'Another reason' }
  for (let times = 0; times < 20; times += 1)
    expect((await send(harness, giveFeedback, body, { address })).status).toBe(200)
  expect(await send(harness, giveFeedback, body, { address })).toMatchObject({ status: 429 })
})

test('the form can be framed only by our own page, and the page by nobody [CAN-01]', async () => {
  const form = await harness.app.inject(`${FRAME}?pin=700001`)
  expect(form.headers['content-security-policy']).toContain("frame-ancestors 'self'")
  expect(form.headers['x-frame-options']).toBe('SAMEORIGIN')
  const page = await harness.app.inject('/single/cancellation-feedback/?pin=700001')
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(page.headers['x-frame-options']).toBe('DENY')
  expect(page.headers['x-robots-tag']).toBe('noindex, nofollow')
})

test('a hostile pin frames nothing: the page does not exist [CAN-01, CAN-02, RTE-15]', async () => {
  const page = await harness.app.inject(
    `/single/cancellation-feedback/?pin=${encodeURIComponent('1&a=2"><script>')}`,
  )
  expect(page.body).toContain('Page does not exist')
  expect(page.body).not.toContain('<iframe')
  expect(page.body).not.toContain('"><script>')
})

test('a configured form replaces ours [CAN-01]', async () => {
  const other = await openHarness({ environment: { FEEDBACK_FORM_URL: 'https://forms.example/leave?id=7' } })
  const page = await other.app.inject('/single/cancellation-feedback/?pin=204518')
  expect(page.body.match(/<iframe[^>]* src="([^"]*)"/)?.[1]).toBe(
    'https://forms.example/leave?id=7&amp;pin=204518',
  )
  expect(page.headers['content-security-policy']).toContain("frame-src 'self' https://forms.example;")
  await other.close()
})

test('without a script the form posts to its own url and keeps what was written', async () => {
  const post = (body: object) => {
    const { payload = '', type = '' } = encode(giveFeedback, body as Record<string, unknown>)
    return harness.app.inject({
      method: 'POST',
      url: `${FRAME}?pin=700004`,
      payload,
      headers: { 'content-type': type },
    })
  }
  const refused = await post({ pin: '700004', missing: 'a longer trial' })
  expect(refused.statusCode).toBe(400)
  expect(refused.body.includes('a longer trial')).toBe(true)
  expect(refused.body.includes('This field is required')).toBe(true)
  expect(refused.headers['content-security-policy']).toContain("frame-ancestors 'self'")
  const done = await post({ pin: '700004', reason: 'Another reason', missing: 'a longer trial' })
  expect(done.statusCode).toBe(200)
  expect(done.body.includes('Thank you')).toBe(true)
  expect(await kept('700004')).toHaveLength(1)
})
