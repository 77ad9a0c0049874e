// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  addNote,
  type DeskAccountValues,
  readTimeline,
  strikeNote,
  type TimelinePart,
} from '#contract/desk/account.ts'
import type { OperatorRole } from '#contract/desk/desk-roles.ts'
import type { DeskMailValues } from '#contract/desk/mails.ts'
import type { QueueRow } from '#contract/desk/today.ts'
import { changePlan } from '#contract/features/plan.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { pages } from '#contract/pages.ts'
import { replanTries } from '#server/billing/renewals/plan-tries.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { requestRecovery } from '#server/identity/recover-second-factor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import { transaction } from '#server/platform/transaction.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { addAgent } from '#server/test-kit/accounts.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { makePastDue } from '#server/test-kit/past-due.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
let desk: TestDesk

beforeAll(async () => {
  harness = await openHarness({ environment: { DESK_PORT: '3001' } })
  desk = await openDesk(harness)
})
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))
afterAll(async () => {
  await desk.close()
  await harness.close()
})

/** As a reader by default. Operators sign in again: the clock may have moved by a month. */
const accountOf = async ({ pin }: Pick<Subscribed, 'pin'>, query = '', operator?: TestOperator) => {
  const { status, values } = await (operator ?? (await desk.as('reader'))).get(
    `/desk/accounts/${pin}/${query}`,
  )
  expect(status).toBe(200)
  return values as unknown as DeskAccountValues
}
const textsOf = ({ lines }: TimelinePart) => lines.map(({ text }) => text)

test('a refused renewal shows the bank’s reason, its bill and its mail, and is open', async () => {
  const one = await makePastDue(harness)
  const { open, timeline, nextBill, account, cards } = await accountOf(one)
  expect(account).toMatchObject({ status: 'Past due', tone: 'bad', timeZone: 'Central (US/Central)' })
  expect(nextBill).toBeNull()
  expect(cards).toMatchObject([{ which: 'first', name: 'Visa ending in 0341', expires: '12/2039' }])
  expect(open[0]).toMatchObject({
    tone: 'bad',
    text: expect.stringMatching(/^Bill R-\d+ of \$\d+\.00 is unpaid$/),
  })
  expect(open[0]?.links).toEqual([])
  const charge = timeline.lines.find(({ text }) => text.startsWith('Charge of'))
  expect(charge).toMatchObject({
    kind: 'money',
    tag: { text: 'Declined', tone: 'bad' },
    more: expect.stringContaining('Bank: '),
    at: { text: 'Dec 15, 2026, 12:00 AM', utc: '2026-12-15 06:00:00 UTC' },
  })
  const mail = timeline.lines.find(({ kind }) => kind === 'mail')
  expect(mail).toMatchObject({ tag: { text: 'Queued' }, text: expect.stringContaining('did not go through') })
  expect(timeline.lines.some(({ text }) => /^Bill R-\d+ .*: Monthly plan$/.test(text))).toBe(true)
})

const isForRole = (why: string | null) => !why?.startsWith('Needs the role')

test('only allowed roles get the links to money and help', async () => {
  const one = await makePastDue(harness)
  const links = async (role: OperatorRole) => {
    const { open, timeline, bills } = await accountOf(one, '', await desk.as(role))
    return [
      ...open.flatMap(({ links }) => links.map(({ text }) => text)),
      ...bills.rows.flatMap(({ offers }) =>
        offers.flatMap(({ text, why }) => (isForRole(why) ? [text] : [])),
      ),
      ...timeline.lines.flatMap(({ link }) => (link ? [link.text] : [])),
    ]
  }
  expect(await links('reader')).not.toContain('Send a pay link')
  expect(await links('helper')).toContain('Send a pay link')
  expect(await links('helper')).not.toContain('Refund or credit')
  expect(await links('reader')).toContain('See the bill')
  expect(await links('helper')).not.toContain('Waive')
  expect(await links('money')).toContain('Waive')
  expect(await links('money')).toContain('Refund or credit')
})

test.each([
  ['as it is', {}],
  ['with less from then on', { single_line_power_dialer_count: 1, triple_line_power_dialer_count: 1 }],
])("the next charge matches the renewal's bill, line by line: a plan %s", async (_, less) => {
  const one = await subscribe(harness, { plan: { triple: 2, single: 1 } })
  if ('single_line_power_dialer_count' in less) {
    const order = { ...less, hosted_lead_management_count: 1, now_cents: 0, next_cents: 23_800 }
    const owner = await signedInAs(harness, one)
    const answer = await owner.send(changePlan, { ...order, idempotency_key: 'less-from-then-on' })
    expect(answer).toMatchObject({ status: 200 })
  }
  const { nextBill } = await accountOf(one)
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const bill = await harness.db.one<{ total: number; note: string; lines: object[] }>(sql`
    select i.total_cents as total, i.note, (select jsonb_agg(jsonb_build_object('label', l.label, 'quantity', l.quantity,
      'unitCents', l.unit_price_cents, 'cents', l.amount_cents) order by l.position)
      from invoice_lines l where l.invoice_id = i.id) as lines
    from invoices i where i.account_id = ${one.accountId} order by i.id desc limit 1`)
  expect(nextBill).toMatchObject({ on: '2026-12-15', cents: bill.total, note: bill.note, lines: bill.lines })
})

test('older lines come page by page, each once, even from the same moment, by call and by link', async () => {
  const one = await subscribe(harness)
  const now = harness.clock.now()
  // Several of the same moment, and moments with microseconds.
  await harness.db.run(sql`
    insert into audit (at, actor, action, account_id, agent_id)
    select ${now}::timestamptz + count / 4 * interval '1 microsecond', 'agent:' || ${one.agentId}::bigint, 'plan-kept',
      ${one.accountId}::bigint, ${one.agentId}::bigint
    from generate_series(1, 100) count`)
  const reader = await desk.as('reader')
  const { timeline } = await accountOf(one)
  const keys = timeline.lines.map(({ key }) => key)
  let { older } = timeline
  while (older) {
    const { body } = await reader.send(
      { ...readTimeline, encoding: 'none', path: `${readTimeline.path}?before=${older}` },
      {},
      { number: one.pin },
    )
    const part = (body as { data: TimelinePart }).data
    expect((await accountOf(one, `?before=${older}`)).timeline.lines).toEqual(part.lines)
    keys.push(...part.lines.map(({ key }) => key))
    older = part.older
  }
  expect(keys.filter((key) => key.startsWith('audit-')).length).toBeGreaterThanOrEqual(100)
  expect(new Set(keys).size).toBe(keys.length)
})

test('the timeline is filtered by kind; unknown kinds show everything', async () => {
  const one = await subscribe(harness)
  harness.clock.advance(MINUTE)
  await signedInAs(harness, one)
  await send(harness, signIn, { email: one.email, password: 'wrong one' })
  await expect
    .poll(async () => textsOf((await accountOf(one, '?kinds=sign-in')).timeline), { timeout: 10_000 })
    .toContain('Gave a wrong password')
  const signIns = (await accountOf(one, '?kinds=sign-in,nonsense')).timeline
  expect(new Set(signIns.lines.map(({ kind }) => kind))).toEqual(new Set(['sign-in']))
  expect(signIns.kinds).toEqual(['sign-in'])
  expect((await accountOf(one, '?kinds=nonsense&before=nonsense')).timeline).toMatchObject({
    kinds: [],
    isNewest: true,
  })
})

test("operators' actions show name and reason here, and neither in the customer’s log", async () => {
  const one = await subscribe(harness)
  const helper = await desk.as('helper')
  const entry = {
    actor: `operator:${helper.email}`,
    action: 'signed-out-by-support',
    accountId: one.accountId,
    details: { reason: 'called from a stolen phone' },
  } as const
  await recordAudit(harness.db, entry, harness.clock.now())
  const { timeline } = await accountOf(one, '?kinds=operator')
  expect(timeline.lines).toMatchObject([
    { text: 'Signed out all devices', who: helper.email, reason: 'called from a stolen phone' },
  ])
  const owner = await signedInAs(harness, one)
  const { html } = await owner.open(pages.activity)
  expect(html).toContain('Signed out all devices')
  expect(html).not.toContain(helper.email)
  expect(html).not.toContain('stolen phone')
})

test('consent is shown with the version of the terms and a shortened ip', async () => {
  const one = await subscribe(harness)
  const now = harness.clock.now()
  await harness.db.run(sql`
    insert into orders (key, kind, account_id, email_key, body_digest, lines, amount_cents, terms_version,
      terms_accepted_at, terms_address, state, created_at)
    values (${`consent-${one.pin}`}, 'sign-up', ${one.accountId}, ${one.email}, '\\x00', '[]', 13900, '2026-01',
      ${now}, '203.0.113.77', 'paid', ${now})`)
  const { timeline } = await accountOf(one, '?kinds=consent')
  expect(timeline.lines).toMatchObject([
    { text: 'Accepted the terms of 2026-01', more: 'Sign-up · $139.00', from: '203.0.113.0/24' },
  ])
})

test('a note is added once per form, struck out once, and never shown to the customer', async () => {
  const one = await subscribe(harness)
  const [reader, helper, money] = [await desk.as('reader'), await desk.as('helper'), await desk.as('money')]
  const at = { number: one.pin }
  const note = { words: 'Speaks Spanish.\nCall after ten.', key: 'a-key-of-a-form' }
  expect((await reader.send(addNote, note, at)).status).toBe(403)
  expect((await helper.send(addNote, note, at)).status).toBe(200)
  const again = await helper.send(addNote, note, at)
  const { notes } = (again.body as { data: Pick<DeskAccountValues, 'notes'> }).data
  expect(notes).toMatchObject([{ words: note.words, by: helper.email, struck: null }])
  const id = notes[0]?.id ?? 0
  for (const [operator, other] of [
    [helper, { ...note, words: 'Speaks French.' }],
    [money, note],
  ] as const)
    expect((await operator.send(addNote, other, at)).status).toBe(409)
  const both = await Promise.all([0, 1].map(() => money.send(strikeNote, { note_id: id }, at)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  const { timeline } = await accountOf(one, '?kinds=note')
  expect(timeline.lines).toMatchObject([
    { isStruck: true, who: helper.email, more: `Struck out by ${money.email}` },
  ])
  const stranger = await subscribe(harness)
  expect((await helper.send(strikeNote, { note_id: id }, { number: stranger.pin })).status).toBe(404)
  const owner = await signedInAs(harness, one)
  for (const path of [pages.activity, `${pages.activity}activity.csv`, pages.account])
    expect((await owner.open(path)).html).not.toMatch(/Spanish|note-added|note-struck/)
})

test('a mail is shown without its one-time links, and a mail that is only a link not at all', async () => {
  const one = await makePastDue(harness)
  const reader = await desk.as('reader')
  const mailOf = async (purpose: string) => {
    const { id } = await harness.db.one<{ id: number }>(sql`
      select id from mails where account_id = ${one.accountId} and purpose = ${purpose} order by id desc limit 1`)
    const { html, values } = await reader.get(`/desk/mails/${id}/`)
    return { id, html, values: values as unknown as DeskMailValues }
  }
  const failed = await mailOf('payment-failed')
  expect(failed.values).toMatchObject({ text: { links: [] }, hint: 'A link that works once is left out.' })
  expect(failed.html).not.toMatch(/\/pay\/[\w-]{20,}/)
  await harness.db.run(sql`
    insert into mails (purpose, account_id, recipient, subject, plain, html, message_id, created_at)
    values ('password-reset', ${one.accountId}, ${one.email}, 'Reset your password', 'a secret link', 'a secret link',
      ${`reset-${one.pin}`}, ${harness.clock.now()})`)
  const reset = await mailOf('password-reset')
  expect(reset.values).toMatchObject({ text: null, hint: expect.stringContaining('nothing but a link') })
  expect(reset.html).not.toContain('a secret link')
})

test('an account that does not exist is not found, by page and by call', async () => {
  const reader = await desk.as('reader')
  expect((await reader.get('/desk/accounts/000001/')).status).toBe(404)
  expect((await reader.get('/desk/accounts/nonsense/')).status).toBe(404)
  expect((await reader.send({ ...readTimeline, encoding: 'none' }, {}, { number: '000001' })).status).toBe(
    404,
  )
})

test('people and their recoveries are read together, however many there are', async () => {
  const one = await subscribe(harness)
  const reader = await desk.as('reader')
  const request = [vi.spyOn(harness.db, 'one'), vi.spyOn(harness.db, 'maybe'), vi.spyOn(harness.db, 'many')]
  const statementsOf = async () => {
    for (const spy of request) spy.mockClear()
    const { people } = await accountOf(one, '', reader)
    return { people, statements: request.reduce((sum, { mock }) => sum + mock.calls.length, 0) }
  }
  const { statements } = await statementsOf()
  const recover = (agentId: number) =>
    transaction(harness, async (tx) => {
      await tx.run(sql`
        insert into passkeys (agent_id, credential_id, public_key, counter, transports, is_synced, name, created_at)
        values (${agentId}, ${Buffer.from(`key ${agentId}`)}, '\\x00', 0, '{}', false, 'Phone', ${harness.clock.now()})`)
      const subject = { agentId, accountId: one.accountId }
      return requestRecovery(tx, subject, { agentId })
    })
  const add = (name: string) =>
    addAgent(harness.db, one.accountId, { email: freshEmail(), name: [name, 'Reed'], role: 'user' })
  await recover(await add('Ada'))
  await add('Ben')
  harness.clock.advance(30 * MINUTE)
  await recover(await add('Cleo'))
  const after = await statementsOf()
  expect(after.statements).toBe(statements)
  const recoveries = new Map(after.people.map(({ name, recovery }) => [name, recovery?.utc ?? null]))
  expect(recoveries.get('Ada Reed')).toBe('2026-11-16 15:00:00 UTC')
  expect(recoveries.get('Ben Reed')).toBeNull()
  expect(recoveries.get('Cleo Reed')).toBe('2026-11-16 15:30:00 UTC')
  for (const spy of request) spy.mockRestore()
})

test('a renewal whose card is refused for good says that no try is left, and when the account ends', async () => {
  const one = await makePastDue(harness)
  const reader = await desk.as('reader')
  const shown = async () => {
    const rows = (await reader.get('/desk/queues/renewals/')).values.rows as QueueRow[]
    return rows.find(({ href }) => href === `/desk/accounts/${one.pin}/`)?.facts
  }
  expect((await shown())?.slice(3)).toEqual([
    'next try on December 16, 2026, 12:00 AM Central with Visa ending in 0341, on the usual schedule',
  ])
  expect((await accountOf(one, '', reader)).open[0]?.more).toBe(
    'Paused since December 15, 2026, 12:00 AM Central · next try on December 16, 2026, 12:00 AM Central with Visa ending in 0341, on the usual schedule · the account ends on December 22, 2026, 12:00 AM Central',
  )
  await harness.db.run(sql`
    update charges set reason = 'closed', is_hard = true, bank_codes = 'response 2001, network 51'
    where account_id = ${one.accountId} and outcome = 'declined'`)
  await harness.db.run(sql`
    update cards set refused_because = 'closed', refused_at = ${harness.clock.now()} where account_id = ${one.accountId}`)
  await harness.db.transaction((tx) => replanTries(tx, one.accountId, harness.clock.now()))
  expect(await shown()).toEqual([
    one.pin,
    '$149.00',
    'account closed, final, response 2001, network 51',
    'Visa ending in 0341 will not be tried again',
    'the account ends on December 22, 2026, 12:00 AM Central',
  ])
  const { open, timeline } = await accountOf(one, '', reader)
  expect(open[0]?.more).toBe(
    'Paused since December 15, 2026, 12:00 AM Central · Visa ending in 0341 will not be tried again · the account ends on December 22, 2026, 12:00 AM Central',
  )
  const charges = timeline.lines.filter(({ text }) => text === 'Charge of $149.00')
  expect(charges[0]?.more).toBe(
    'Bank: account closed, final, response 2001, network 51 · Visa ending in 0341 · Visa ending in 0341 will not be tried again · the account ends on December 22, 2026, 12:00 AM Central',
  )
  // What came next belongs to the last refusal only.
  expect(charges.slice(1).every(({ more }) => !more.includes('the account ends'))).toBe(true)
})
