import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApprovalsValues } from '#contract/desk/approvals.ts'
import type { Queue } from '#contract/desk/today.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { give, giveBack, renewed } from '#server/test-kit/money-desk.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness({ environment: { DESK_REFUND_LIMIT: '250' } })
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

async function open(operator: TestOperator, path: string): Promise<ApprovalsValues & { html: string }> {
  const { values, html } = await operator.get(path)
  return { ...(values as ApprovalsValues), html }
}

test('many requests are counted and paged, and never hide closed ones', async () => {
  const { db } = harness
  const [closed, copied] = [await renewed(harness, { triple: 3 }), await renewed(harness, { triple: 3 })]
  const kim = await desk.as('money')
  const declined = await give(kim, giveBack(closed))
  await db.run(sql`
    update approvals set state = 'withdrawn', decided_by = asked_by, decided_at = asked_at where id = ${declined.id}`)
  const { id } = await give(kim, giveBack(copied))
  // Many at the very same moment, and with more digits than JavaScript knows.
  await db.run(sql`
    insert into approvals (key, account_id, action, preview, value_cents, words, needs_second, state, asked_by,
      asked_at, expires_at)
    select 'many-' || n, account_id, action, preview, value_cents, words, true, 'asked', asked_by, asked_at,
      expires_at + (n / 40) * interval '1 microsecond'
    from approvals, generate_series(1, 229) n where id = ${id}`)
  const { values } = await kim.get('/desk/')
  expect((values.queues as Queue[]).find(({ name }) => name === 'approvals')).toMatchObject({
    count: 200,
    isMore: true,
    allHref: '/desk/approvals/',
  })
  const first = await open(kim, '/desk/approvals/')
  expect(first.closed).toMatchObject([{ id: declined.id, state: 'withdrawn' }])
  expect(first.html).toContain('Next page')
  expect(first.html).not.toContain('First page')
  const seen: number[] = []
  for (let page: ApprovalsValues | undefined = first; page; ) {
    seen.push(...page.waiting.map((row) => row.id))
    page = page.after === null ? undefined : await open(kim, `/desk/approvals/?after=${page.after}`)
  }
  expect(seen).toHaveLength(230)
  expect(new Set(seen).size).toBe(230)
  for (const after of ['x', '1.2', '9999999999999999.9.999999999999999', '-1.0.0', '%00'])
    expect((await kim.get(`/desk/approvals/?after=${after}`)).status).toBe(200)
})
