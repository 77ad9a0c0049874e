import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertOperator } from '#server/identity/operators/operators.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { renewedAccount } from '#server/test-kit/disputes.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { rowsReadBy } from '#server/test-kit/rows-read.ts'
import { listEntries } from './audit.ts'

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

type Row = { id: number; actor: string; action: string; pin: string | null; reason: string }
const rowsOf = async (operator: TestOperator, query: string) =>
  (await operator.get(`/desk/audit/${query}`)).values as unknown as { rows: Row[]; older: string | null }

test('filters the log by operator, action, account and days, alone and combined', async () => {
  const { accountId } = await addAccount(harness.db, { email: freshEmail() })
  const { pin } = await harness.db.one<{ pin: string }>(sql`select pin from accounts where id = ${accountId}`)
  const note = (actor: string, at: string, reason: string, id?: number) =>
    recordAudit(
      harness.db,
      {
        actor,
        action: 'access-given',
        ...(id ? { accountId: id } : {}),
        details: { reason, before: 'active' },
      },
      new Date(at),
    )
  await note('operator:ann@x.example', '2026-11-01T00:00:00Z', 'one', accountId)
  await note('operator:ann@x.example', '2026-11-02T23:59:59Z', 'two')
  await note('operator:bob@x.example', '2026-11-02T12:00:00Z', 'three', accountId)
  await recordAudit(
    harness.db,
    { actor: 'operator:bob@x.example', action: 'setting-reset', details: { name: 'x' } },
    new Date('2026-11-03T00:00:00Z'),
  )
  const reader = await desk.as('reader')
  const reasons = async (query: string) => (await rowsOf(reader, query)).rows.map(({ reason }) => reason)
  expect(await reasons('?operator=ann@x.example')).toEqual(['two', 'one'])
  expect(await reasons(`?account=${pin}`)).toEqual(['three', 'one'])
  expect(await reasons('?action=access-given&from=2026-11-02&to=2026-11-02')).toEqual(['two', 'three'])
  expect(await reasons(`?account=${pin}&operator=bob@x.example&action=access-given`)).toEqual(['three'])
  expect(await reasons('?operator=bob@x.example&action=access-given')).toEqual(['three'])
  expect(await reasons('?operator=nobody')).toEqual([])
  expect((await reader.get('/desk/audit/?account=999999')).html).toContain('There is no account 999999.')
  expect((await reader.get('/desk/audit/?from=2026-02-30')).html).toContain('Enter days like 2026-12-01.')
})

test('an operator is found by their email in any case, as they sign in with it', async () => {
  const { db, clock } = harness
  await insertOperator(db, { email: 'Dana.Lind@x.example', name: 'Dana', role: 'admin' }, clock.now())
  const details = { name: 'x', reason: 'asked' }
  await recordAudit(
    db,
    { actor: 'operator:Dana.Lind@x.example', action: 'setting-reset', details },
    clock.now(),
  )
  const reader = await desk.as('reader')
  for (const typed of ['dana.lind@x.example', 'DANA.LIND@X.EXAMPLE'])
    expect((await rowsOf(reader, `?operator=${typed}`)).rows, typed).toMatchObject([{ reason: 'asked' }])
})

test('older entries are paged, each once, even from one moment; the file has them all', async () => {
  const reader = await desk.as('reader')
  const at = new Date('2026-10-01T12:00:00Z')
  // Several of the same moment, and moments with microseconds.
  await harness.db.run(sql`
    insert into audit (at, actor, action, details)
    select ${at}::timestamptz + count / 4 * interval '1 microsecond', 'operator:many', 'setting-reset', '{}'
    from generate_series(1, 130) count`)
  const first = await rowsOf(reader, '?operator=many')
  const second = await rowsOf(reader, `?operator=many&before=${first.older}`)
  const ids = [...first.rows, ...second.rows].map(({ id }) => id)
  expect([ids.length, new Set(ids).size, second.older]).toEqual([130, 130, null])
  const csv = await reader.get('/desk/audit/audit.csv?operator=many')
  expect(csv.html.trim().split('\r\n')).toHaveLength(131)
  expect((await reader.get('/desk/audit/audit.csv?account=999999')).status).toBe(400)
  const { rows } = await rowsOf(reader, '?action=list-downloaded')
  expect(rows).toMatchObject([
    { what: 'Downloaded a list as CSV', details: ['list: audit log', 'operator: many'] },
  ])
})

test('the file of a long log has every entry once', async () => {
  const reader = await desk.as('reader')
  const at = new Date('2026-10-01T12:00:00Z')
  await harness.db.run(sql`
    insert into audit (at, actor, action, details)
    select ${at}::timestamptz + count / 4 * interval '1 microsecond', 'operator:busy', 'setting-reset', jsonb_build_object('count', count) from generate_series(1, 2100) count`)
  const { html } = await reader.get('/desk/audit/audit.csv?operator=busy')
  const lines = html.trim().split('\r\n')
  expect([lines.length, new Set(lines).size]).toEqual([2101, 2101])
})

test('the form suggests what operators do, and the log has a sentence for each', async () => {
  const admin = await desk.as('admin')
  const entry = { actor: 'operator:new', action: 'operator-signed-in' } as const
  await recordAudit(harness.db, entry, harness.clock.now())
  const { values, html } = await admin.get('/desk/audit/?action=operator-signed-in')
  expect(values).toMatchObject({ actions: expect.arrayContaining(['operator-signed-in', 'plan-changed']) })
  expect(html).toContain('Signed in to the desk')
})

test('no cell of the file runs as a formula', async () => {
  const reader = await desk.as('reader')
  const details = { reason: '=HYPERLINK("x")' }
  await recordAudit(
    harness.db,
    { actor: 'operator:formula', action: 'setting-reset', details },
    harness.clock.now(),
  )
  const { html } = await reader.get('/desk/audit/audit.csv?operator=formula')
  expect(html).toContain(`"'=HYPERLINK(""x"")"`)
})

test("an operator's text about a refund stands beside the chosen reason, also in the file", async () => {
  const { pin, bill } = await renewedAccount(harness)
  await byOperator.refund(harness, bill, 'card', 1_000)
  const reader = await desk.as('reader')
  const { rows } = await rowsOf(reader, `?account=${pin}&action=bill-refunded`)
  expect(rows).toMatchObject([{ reason: 'goodwill: A week without service' }])
  const { html } = await reader.get(`/desk/audit/audit.csv?account=${pin}`)
  expect(html).toContain('goodwill: A week without service')
})

test('a filter cut within an emoji is recorded with the download like any other', async () => {
  const reader = await desk.as('reader')
  const filter = encodeURIComponent(`${'x'.repeat(199)}😀`)
  for (const name of ['operator', 'action'])
    expect((await reader.get(`/desk/audit/audit.csv?${name}=${filter}`)).status, name).toBe(200)
})

test('entries of a busy operator with one action are found without reading the others', async () => {
  const [actor, action] = ['operator:busier', 'prices-set']
  await harness.db.run(sql`
    insert into audit (at, actor, action)
    select timestamptz '2026-10-01' + n * interval '1 second', ${actor}, case n when 7 then ${action} else 'setting-reset' end
    from generate_series(1, 2000) n`)
  // Others did it often, so that the action alone finds too many.
  await harness.db.run(sql`
    insert into audit (at, actor, action) select now(), 'operator:another', ${action} from generate_series(1, 2000)`)
  await harness.db.run(sql`analyze audit`)
  const wanted = {
    accountId: null,
    actor,
    action,
    from: new Date(0),
    at: '2027-01-01T00:00:00Z',
    id: 0,
  }
  const read = await rowsReadBy(harness.db, (watched) => listEntries(watched, { ...wanted, limit: 50 }))
  expect(read.audit).toBe(1)
})
