import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReasonsValues } from '#contract/desk/reasons.ts'
import { cancel, undoCancel } from '#contract/features/cancel.ts'
import { giveFeedback } from '#contract/features/feedback.ts'
import { sql } from '#server/platform/db/sql.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness({ now: '2026-11-15T15:00:00Z' })
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

async function reasons(query = ''): Promise<ReasonsValues> {
  return (await (await desk.as('reader')).get(`/desk/reasons/${query}`)).values as unknown as ReasonsValues
}

const details = '=cmd|"/c calc", and I am\nmoving'

test('lists cancellation reasons and comments, even of those who stayed, filtered by days', async () => {
  const [left, stayed] = [await subscribe(harness), await subscribe(harness)]
  await (await openBrowser(harness, left.email)).call(cancel, { reason: 'It costs too much', details })
  harness.clock.advance(MINUTE)
  const browser = await openBrowser(harness, stayed.email)
  await browser.call(cancel, { reason: 'I do not use it enough', details: '' })
  await browser.call(undoCancel)
  const answers = { reason: 'Something is missing', missing: 'Maps', would_return: 'Perhaps' }
  await send(harness, giveFeedback, { pin: left.pin, ...answers })
  await send(harness, giveFeedback, { pin: '999999', ...answers })

  const all = await reasons()
  expect(all.cancellations).toMatchObject({
    rows: [
      { pin: stayed.pin, reason: 'I do not use it enough', state: 'taken back' },
      {
        pin: left.pin,
        reason: `It costs too much: ${details}`,
        state: 'runs to its last day',
        lastDay: '2026-12-14',
      },
    ],
    older: null,
  })
  expect(all.feedback.rows).toMatchObject([
    { pin: '999999', company: null },
    { pin: left.pin, reason: 'Something is missing', missing: 'Maps', wouldReturn: 'Perhaps' },
  ])
  const counts = async (query: string) => {
    const { cancellations, feedback } = await reasons(query)
    return [cancellations.rows.length, feedback.rows.length]
  }
  expect(await counts('?from=2026-11-15&to=2026-11-15')).toEqual([2, 2])
  expect(await counts('?from=2026-11-16')).toEqual([0, 0])
  expect(await counts('?to=2026-11-14')).toEqual([0, 0])
  for (const query of ['?cancellations=x&feedback=x', '?feedback=9999999999999999.999999999999999'])
    expect((await (await desk.as('reader')).get(`/desk/reasons/${query}`)).status).toBe(200)
  expect(await reasons('?from=yesterday')).toMatchObject({
    complaint: 'Enter days like 2026-12-01.',
    feedback: { rows: [] },
  })
})

test('both are paged and downloaded without gaps or repeats, even from one moment', async () => {
  const { db, clock } = harness
  const { subscriptionId } = await subscribe(harness)
  await db.run(sql`
    insert into undone_cancellations (reference, subscription_id, requested_at, cancel_on, undone_at)
    select 'undone-' || n, ${subscriptionId}::bigint, '2026-10-15T15:00:00.123456Z'::timestamptz - (n / 30) * interval '1 microsecond',
      '2026-12-15', ${clock.now()}
    from generate_series(1, 60) n`)
  await db.run(sql`
    insert into feedback (pin, answers, created_at)
    select '123456', '{"reason": "Another reason"}', '2026-10-15T15:00:00.123456Z'::timestamptz - (n / 30) * interval '1 microsecond'
    from generate_series(1, 60) n`)
  const days = 'from=2026-10-15&to=2026-10-15'
  const references: string[] = []
  const ids: number[] = []
  for (let [one, other]: (string | null)[] = ['', '']; one !== null || other !== null; ) {
    const { cancellations, feedback } = await reasons(
      `?${days}${one ? `&cancellations=${one}` : ''}${other ? `&feedback=${other}` : ''}`,
    )
    if (one !== null) references.push(...cancellations.rows.map(({ reference }) => reference))
    if (other !== null) ids.push(...feedback.rows.map(({ id }) => id))
    one = one === null ? null : cancellations.older
    other = other === null ? null : feedback.older
  }
  expect([references.length, new Set(references).size]).toEqual([60, 60])
  expect([ids.length, new Set(ids).size]).toEqual([60, 60])
  const reader = await desk.as('reader')
  for (const list of ['cancellations', 'feedback']) {
    const { html } = await reader.get(`/desk/reasons/${list}.csv?${days}`)
    expect([list, html.trim().split('\r\n')]).toEqual([list, expect.objectContaining({ length: 61 })])
    expect((await reader.get(`/desk/reasons/${list}.csv?from=x`)).status).toBe(400)
  }
  const noted = await db.many(sql`
    select details from audit where actor = ${`operator:${reader.email}`} order by id`)
  expect(noted).toEqual(
    ['cancellations', 'feedback'].map((list) => ({
      details: { list, from: '2026-10-15', to: '2026-10-15' },
    })),
  )
})

test('the CSV file opens in a spreadsheet without running formulas', async () => {
  const { html } = await (await desk.as('reader')).get('/desk/reasons/cancellations.csv?from=2026-11-15')
  expect(html).toContain(`"It costs too much: =cmd|""/c calc"", and I am\nmoving"`)
  await harness.db.run(sql`
    insert into feedback (pin, answers, created_at) values ('123456', '{"reason": "=1+1"}', '2026-09-01T00:00:00Z')`)
  const feedback = await (await desk.as('reader')).get('/desk/reasons/feedback.csv?to=2026-09-01')
  expect(feedback.html.split('\r\n')[1]).toBe("2026-09-01T00:00:00.000Z,123456,,'=1+1,,")
})
