import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DisputeRow, decideDispute } from '#contract/desk/disputes.ts'
import type { Queue } from '#contract/desk/today.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { renewedAccount, standingOf } from '#server/test-kit/disputes.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { postDispute } from '#server/test-kit/notices.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness()
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

const lastEntry = () =>
  harness.db.one<{ actor: string; action: string; details: Record<string, unknown> }>(
    sql`select actor, action, details from audit order by id desc limit 1`,
  )

test('a dispute is listed while open, shown with its charge, and decided once with a reason', async () => {
  const one = await renewedAccount(harness)
  const before = await standingOf(harness, one)
  await postDispute(harness, 'opened', { ...one, dispute: 'dp-1.a', openedOn: '2026-12-16' })
  const [first, second] = [await desk.as('money'), await desk.as('money')]
  expect((await first.get('/desk/disputes/')).values).toMatchObject({
    show: 'open',
    rows: [{ id: 'dp-1.a', state: 'opened', amountCents: 14_900, pin: one.pin }],
  })
  const path = `/desk/disputes/${encodeURIComponent('dp-1.a')}/`
  expect((await first.get(path)).values).toMatchObject({
    status: 'Canceled',
    before: 'Active',
    isClosedByThis: true,
    charge: { reference: one.reference, bill: one.bill },
  })
  const body = { id: 'dp-1.a', decision: 'won', reason: 'Letter of the bank' }
  expect((await first.send(decideDispute, { ...body, reason: ' ' })).status).toBe(400)
  const won = await first.send(decideDispute, body)
  expect(won.body).toMatchObject({
    data: {
      said: 'Dispute dp-1.a about $149.00 is won. The owner was told.',
      values: { state: 'won', status: 'Active' },
    },
  })
  expect(await lastEntry()).toMatchObject({
    actor: `operator:${first.email}`,
    action: 'dispute-won',
    details: { words: 'Letter of the bank' },
  })
  expect(await standingOf(harness, one)).toEqual(before)
  const again = await second.send(decideDispute, body)
  expect([again.status, again.body]).toEqual([400, { errors: 'Dispute dp-1.a is won already.' }])
  expect(await mailsTo(harness, one.email, 'dispute-won')).toHaveLength(1)
  expect((await first.get('/desk/disputes/')).values).toMatchObject({ rows: [] })
  expect((await first.get('/desk/disputes/?show=all')).values).toMatchObject({ rows: [{ state: 'won' }] })
})

test('disputes are paged, each once: most urgent first, decided ones last and newest first', async () => {
  const one = await renewedAccount(harness)
  const add = (prefix: string, state: string, closedAt: Date | null) =>
    harness.db.run(sql`
      insert into disputes (gateway, reference, charge_id, account_id, state, amount_cents, opened_on, reply_by, created_at,
        closed_at, taken_cents)
      select 'sandbox', ${prefix}::text || n, (select max(id) from charges where account_id = ${one.accountId}),
        ${one.accountId}, ${state}, 100, '2025-01-01'::date + n / 2,
        case when n % 3 > 0 then '2025-03-01'::date - n / 2 end, ${harness.clock.now()}, ${closedAt},
        case when ${state} = 'won' then 0 end
      from generate_series(1, 60) n`)
  await add('dp-open-', 'opened', null)
  await add('dp-over-', 'won', harness.clock.now())
  const reader = await desk.as('reader')
  const read = async (show: string) => {
    const rows: DisputeRow[] = []
    let query = `?show=${show}`
    for (let pages = 0; pages < 5 && !query.endsWith('null'); pages += 1) {
      const { values } = await reader.get(`/desk/disputes/${query}`)
      rows.push(...(values.rows as DisputeRow[]))
      query = `?show=${show}&after=${values.next}`
    }
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    return rows
  }
  const [open, all] = [await read('open'), await read('all')]
  expect(all.slice(0, open.length)).toEqual(open)
  const due = open.map(({ replyBy }) => replyBy ?? '9999')
  expect(due).toEqual(due.toSorted())
  expect(due.filter((day) => day === '9999')).toHaveLength(20)
  const decided = all.slice(open.length)
  expect(decided.map(({ state }) => state)).not.toContain('opened')
  const opened = decided.map(({ openedOn }) => openedOn)
  expect(opened).toEqual(opened.toSorted().reverse())
  expect(opened.length).toBeGreaterThanOrEqual(60)
  const { values } = await reader.get('/desk/')
  const [queue] = values.queues as Queue[]
  expect(queue?.rows.map(({ key }) => key)).toEqual(open.slice(0, 5).map(({ id }) => `dispute-${id}`))
  for (const after of ['open.2026-02-30.1', '1.0', 'x', '1.1.'])
    expect((await reader.get(`/desk/disputes/?show=all&after=${after}`)).values).toMatchObject({
      isFirst: true,
    })
})

test('evidence and decisions need the money permission; downloading evidence is audited', async () => {
  const one = await renewedAccount(harness)
  await postDispute(harness, 'opened', { ...one, dispute: 'dp-pdf' })
  const [helper, money] = [await desk.as('helper'), await desk.as('money')]
  expect((await helper.get('/desk/disputes/dp-pdf/')).status).toBe(200)
  expect((await helper.get('/desk/disputes/dp-pdf/evidence.pdf')).status).toBe(403)
  const body = { id: 'dp-pdf', decision: 'lost', reason: 'x' }
  expect((await helper.send(decideDispute, body)).status).toBe(403)
  const url = '/desk/disputes/dp-pdf/evidence.pdf'
  await desk.app.inject({ method: 'HEAD', url, headers: { cookie: money.cookie } })
  expect(await lastEntry()).not.toMatchObject({ action: 'evidence-gathered' })
  const pdf = await money.get(url)
  expect([pdf.status, pdf.html.slice(0, 5)]).toEqual([200, '%PDF-'])
  expect(pdf.headers['cache-control']).toBe('no-store')
  expect(await lastEntry()).toMatchObject({ actor: `operator:${money.email}`, action: 'evidence-gathered' })
  expect((await money.get('/desk/disputes/dp-nobody/')).status).toBe(404)
  expect((await money.get('/desk/disputes/dp-nobody/evidence.pdf')).status).toBe(404)
  expect((await money.send(decideDispute, { ...body, id: 'dp-nobody' })).status).toBe(404)
})
