import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillPath } from '#contract/wire/endpoint.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { renewedAccount } from '#server/test-kit/disputes.ts'
import { sumAll } from '#server/test-kit/figures.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { giveMoneyBack } from '#server/test-kit/money-back.ts'
import { postDispute } from '#server/test-kit/notices.ts'
import { deskFiles } from '#server/test-kit/who-may-at-desk.ts'

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

test('every download of the desk writes one audit entry, and a refused one none', async () => {
  const one = await renewedAccount(harness)
  const given = await giveMoneyBack(harness, {
    key: 'download-1',
    bill: one.bill,
    howMuch: { kind: 'amount', cents: 500 },
    way: 'credit',
    reason: 'goodwill',
    words: 'sorry',
    actor: 'operator:tests',
  })
  if (isRefused(given)) throw new Error('No credit was given')
  const parts = {
    number: one.pin,
    bill: one.bill,
    note: given.number ?? '',
    id: 'evidence-1',
    figure: 'charged',
  }
  await postDispute(harness, 'opened', { ...one, dispute: 'evidence-1' })
  await sumAll(harness)
  const [operator, helper] = [await desk.as('admin'), await desk.as('helper')]
  const entriesOf = ({ email }: { email: string }) =>
    harness.db.many<{ action: string; details: Record<string, unknown> }>(sql`
      select action, details from audit where actor = ${`operator:${email}`} order by id`)
  const path = (name: string) => `${fillPath(name.replace('GET ', ''), parts)}?month=2026-12`
  const names = Object.keys(deskFiles)
  for (const [index, name] of names.entries()) {
    const { status, headers } = await operator.get(path(name))
    expect([name, status, headers['content-disposition']]).toEqual([
      name,
      200,
      expect.stringContaining('attachment'),
    ])
    expect(await entriesOf(operator), name).toHaveLength(index + 1)
  }
  expect(await entriesOf(operator)).toEqual(
    expect.arrayContaining([
      { action: 'evidence-gathered', details: { reference: 'evidence-1' } },
      { action: 'document-downloaded', details: { document: one.bill } },
      { action: 'document-downloaded', details: { document: given.number } },
      { action: 'list-downloaded', details: { list: 'audit log' } },
      { action: 'list-downloaded', details: { list: 'figures' } },
      { action: 'list-downloaded', details: { list: 'figure', figure: 'charged', month: '2026-12' } },
    ]),
  )
  const refused = names.filter((name) => deskFiles[name] === 'money')
  for (const name of refused) expect((await helper.get(path(name))).status).toBe(403)
  expect(await entriesOf(helper)).toEqual([])
})
