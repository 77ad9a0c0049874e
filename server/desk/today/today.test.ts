// On PostgreSQL: two of its requests race.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeskAccountValues } from '#contract/desk/account.ts'
import {
  type Queue,
  type QueueName,
  type QueueRow,
  sendResumeLink,
  settleCharge,
} from '#contract/desk/today.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { endSubscription } from '#server/billing/subscriptions/subscription.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR, later, MINUTE } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addFraudAccount, holdSignUp } from '#server/test-kit/held-sign-ups.ts'
import { give, giveBack, renewed } from '#server/test-kit/money-desk.ts'
import { postDispute } from '#server/test-kit/notices.ts'
import { makePastDue } from '#server/test-kit/past-due.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'
import { subscribe, TIMES_OUT } from '#server/test-kit/subscriptions.ts'

let harness: Harness
let desk: TestDesk
let isGatewayAway = false

beforeAll(async () => {
  harness = await openHarness({
    payments: (db, clock) => {
      const real = sandboxFor(db, clock)
      return { ...real, find: async (key) => (isGatewayAway ? { kind: 'unknown' } : real.find(key)) }
    },
  })
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

const reason = 'they called'

async function queueOf(operator: TestOperator, name: QueueName): Promise<Queue> {
  const { values } = await operator.get('/desk/')
  return (values.queues as Queue[]).find((queue) => queue.name === name) as Queue
}

async function lastEntry(action: string) {
  return harness.db.maybe<{ actor: string; details: Record<string, unknown>; accountId: number | null }>(sql`
    select actor, details, account_id as "accountId" from audit where action = ${action} order by id desc limit 1`)
}

test('with empty queues the page says so', async () => {
  const { html, values } = await (await desk.as('reader')).get('/desk/')
  expect((values.queues as Queue[]).every(({ count, rows }) => count === 0 && rows.length === 0)).toBe(true)
  expect(html).toContain('Nothing is waiting.')
  expect(html).toContain('No dispute is waiting for an answer.')
  expect(html).toContain('Every charge and refund has an answer.')
})

test('a refused renewal is listed with its amount, reason and account', async () => {
  const one = await makePastDue(harness)
  harness.clock.advance(2 * DAY)
  const reader = await desk.as('reader')
  const queue = await queueOf(reader, 'renewals')
  expect(queue).toMatchObject({ count: 1, isMore: false, oldest: '2 days', allHref: null })
  const action = { kind: 'open', href: `/desk/accounts/${one.pin}/` }
  expect(queue.rows).toMatchObject([
    { title: 'North Shore Realty', href: `/desk/accounts/${one.pin}/`, action },
  ])
  expect(queue.rows[0]?.facts).toEqual([
    one.pin,
    '$149.00',
    expect.stringContaining('declined, no reason given'),
    'next try overdue since December 16, 2026, 12:00 AM Central with Visa ending in 0341, on the usual schedule',
  ])
})

test('an unanswered charge is settled by asking the gateway, once, by permitted roles', async () => {
  const form = goodSignUp({ number: '4000-0000-0000-0119' })
  await send(harness, submitSignUp, form, { address: freshIp() })
  const [money, helper] = [await desk.as('money'), await desk.as('helper')]
  expect((await queueOf(money, 'charges')).count).toBe(0)
  harness.clock.advance(5 * MINUTE)
  const [row] = (await queueOf(money, 'charges')).rows as [QueueRow]
  expect(row).toMatchObject({
    title: form.email,
    age: '5 minutes',
    action: { kind: 'settle-charge', amount: '$149.00' },
  })
  const charge = row.action.kind === 'settle-charge' ? row.action.charge : 0
  const [seen] = (await queueOf(helper, 'charges')).rows as [QueueRow]
  expect(seen.action).toMatchObject({ kind: 'open' })
  const body = { charge, word: 'none', reason }
  expect((await helper.send(settleCharge, body)).status).toBe(403)
  expect((await money.send(settleCharge, { ...body, reason: ' ' })).status).toBe(400)
  expect((await money.send(settleCharge, { ...body, word: 'paid' })).body.errors).toHaveProperty('reference')
  isGatewayAway = true
  expect((await money.send(settleCharge, body)).body.errors).toMatch(/^The gateway does not know yet\./)
  isGatewayAway = false
  const answers = await Promise.all([money.send(settleCharge, body), money.send(settleCharge, body)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(answers.find(({ status }) => status === 200)?.body).toEqual({
    data: { said: 'The charge of $149.00 is settled: paid.' },
  })
  const entries = await harness.db.many(sql`
    select 1 from audit where action = 'charge-settled' and details->>'charge' = ${String(charge)}`)
  expect(entries).toHaveLength(1)
  expect(await lastEntry('charge-settled')).toMatchObject({
    actor: `operator:${money.email}`,
    details: { outcome: 'paid', reason },
    accountId: expect.any(Number),
  })
  expect((await queueOf(money, 'charges')).count).toBe(0)
})

test('the refund of a late payment says that its job makes it', async () => {
  const { db, clock } = harness
  const { id } = await db.one<{ id: number }>(sql`select max(id) as id from charges where outcome = 'paid'`)
  await db.run(sql`
    insert into refunds (key, charge_id, amount_cents, outcome, created_at)
    values ('lost-refund', ${id}, 500, 'sent', ${later(clock.now(), -HOUR)})`)
  expect((await queueOf(await desk.as('money'), 'charges')).rows).toMatchObject([
    {
      facts: expect.arrayContaining(['$5.00', 'refund']),
      action: { kind: 'cannot', why: expect.stringMatching(/^It returns a payment that came too late\./) },
    },
  ])
  await db.run(sql`update refunds set outcome = 'refunded' where key = 'lost-refund'`)
})

test('disputes are listed by reply date, those without one last', async () => {
  const { db, clock } = harness
  const { id, accountId } = await db.one<{ id: number; accountId: number }>(sql`
    select id, account_id as "accountId" from charges where outcome = 'paid' order by id desc limit 1`)
  const today = clock.now().toISOString().slice(0, 10)
  for (const [reference, days] of [
    ['dp-none', null],
    ['dp-late', 9],
    ['dp/soon', 2],
  ] as const)
    await db.run(sql`
      insert into disputes (gateway, reference, charge_id, account_id, state, amount_cents, reason, opened_on, reply_by, created_at)
      values ('sandbox', ${reference}, ${id}, ${accountId}, 'opened', 14900, 'fraudulent', ${today}::date,
        ${today}::date + ${days}::integer, ${clock.now()})`)
  const { rows, count } = await queueOf(await desk.as('reader'), 'disputes')
  expect(count).toBe(3)
  expect(rows.map(({ key }) => key)).toEqual(['dispute-dp/soon', 'dispute-dp-late', 'dispute-dp-none'])
  expect(rows[0]).toMatchObject({ due: { isSoon: true }, action: { href: '/desk/disputes/dp%2Fsoon/' } })
  expect(rows[1]).toMatchObject({ due: { isSoon: false } })
  expect(rows[2]).toMatchObject({ due: null })
})

test('failed mails and bounced emails are listed together, oldest first, for a month', async () => {
  const { db, clock } = harness
  const { pin, accountId, agentId } = await addAccount(db, { email: freshEmail() })
  const ago = (ms: number) => later(clock.now(), -ms)
  const failed = (accountOf: number | null, at: Date, id: string) =>
    db.one<{ id: number }>(sql`
      insert into mails (purpose, account_id, recipient, subject, state, last_error, message_id, created_at, settled_at)
      values ('welcome', ${accountOf}, 'lost@example.com', 'Welcome', 'failed', '550 no such user', ${id}, ${at}, ${at})
      returning id`)
  const first = await failed(accountId, ago(2 * DAY), 'm-1')
  const second = await failed(null, ago(HOUR), 'm-2')
  await failed(accountId, ago(40 * DAY), 'm-3')
  await db.run(
    sql`update agents set mail_bounced_at = ${ago(DAY)}, mail_bounce = 'hard' where id = ${agentId}`,
  )
  await db.run(sql`
    update accounts set billing_contact = 'books@example.com', billing_contact_bounced_at = ${ago(3 * DAY)} where id = ${accountId}`)
  const { rows, oldest } = await queueOf(await desk.as('reader'), 'mails')
  expect(oldest).toBe('3 days')
  expect(rows.map(({ action }) => action)).toEqual([
    expect.objectContaining({ href: `/desk/accounts/${pin}/` }),
    expect.objectContaining({ href: `/desk/mails/${first.id}/` }),
    expect.objectContaining({ href: `/desk/accounts/${pin}/` }),
    expect.objectContaining({ href: `/desk/mails/${second.id}/` }),
  ])
  const help = `/desk/accounts/${pin}/help/?action=email-works&person=`
  const { rows: forHelper } = await queueOf(await desk.as('helper'), 'mails')
  expect(forHelper.map(({ action }) => action)).toMatchObject([
    { label: 'It works again', href: `${help}contact` },
    { kind: 'failed-mail', mail: first.id, href: `/desk/mails/${first.id}/` },
    { label: 'It works again', href: `${help}${agentId}` },
    { kind: 'failed-mail', mail: second.id },
  ])
  expect(rows.map(({ facts }) => facts.join(' '))).toEqual([
    expect.stringContaining('books@example.com'),
    expect.stringContaining('“Welcome” not delivered 550 no such user'),
    expect.stringContaining('emails bounce'),
    expect.stringContaining('lost@example.com'),
  ])
})

test('a held sign-up is listed with its deadline', async () => {
  await addFraudAccount(harness)
  const { email } = await holdSignUp(harness, { company: 'Held Homes' })
  harness.clock.advance(21 * HOUR)
  expect((await queueOf(await desk.as('reader'), 'held')).rows).toMatchObject([
    {
      title: 'Held Homes',
      age: '21 hours',
      facts: expect.arrayContaining([email]),
      due: { isSoon: true, text: expect.stringMatching(/^expires /) },
      action: { href: '/desk/held-sign-ups/' },
    },
  ])
})

test('someone who left a sign-up at the card gets a link to continue, within their own limit', async () => {
  const { db, clock } = harness
  const email = freshEmail()
  const { id } = await db.one<{ id: number }>(sql`
    insert into unfinished_sign_ups (email, visitor_hash, form, password_hash, first_answer_hash, second_answer_hash, created_at,
      changed_at)
    values (${email}, '\\x00', ${JSON.stringify({ full_name: 'Juno Hale', company: 'Hale Homes' })}, 'x', 'x', 'x',
      ${clock.now()}, ${clock.now()}) returning id`)
  expect((await queueOf(await desk.as('helper'), 'left')).count).toBe(0)
  clock.advance(2 * HOUR)
  const [reader, helper] = [await desk.as('reader'), await desk.as('helper')]
  expect((await queueOf(reader, 'left')).rows).toMatchObject([{ action: { kind: 'open' } }])
  expect((await queueOf(helper, 'left')).rows).toMatchObject([
    {
      title: 'Hale Homes',
      facts: ['Juno Hale', email],
      age: '2 hours',
      action: { kind: 'send-resume-link', signUp: id, email },
    },
  ])
  const form = (sign_up = id) => ({ sign_up, reason, key: randomUUID() })
  expect((await reader.send(sendResumeLink, form())).status).toBe(403)
  const statuses: number[] = []
  const forms = Array.from({ length: 5 }, () => form())
  // Each is sent twice, as after a lost answer.
  for (const body of forms.flatMap((sent) => [sent, sent]))
    statuses.push((await helper.send(sendResumeLink, body)).status)
  expect(statuses).toEqual([...Array(8).fill(200), 429, 429])
  const entry = await lastEntry('resume-link-sent')
  expect(entry).toMatchObject({
    actor: `operator:${helper.email}`,
    details: { signUp: id, reason },
    accountId: null,
  })
  expect(JSON.stringify(entry)).not.toContain(email)
  expect((await helper.send(sendResumeLink, form(999_999))).status).toBe(404)
})

test('a long queue says that there are more, and is paged without gaps or repeats', async () => {
  const { db, clock } = harness
  // Many at the very same moment, and with more digits than JavaScript knows.
  await db.run(sql`
    insert into unfinished_sign_ups (email, visitor_hash, form, password_hash, first_answer_hash, second_answer_hash, created_at,
      changed_at)
    select 'many.' || n || '@example.org', '\\x00', '{}', 'x', 'x', 'x', ${clock.now()},
      ${later(clock.now(), -5 * HOUR)}::timestamptz + (n / 40) * interval '1 microsecond'
    from generate_series(1, 230) n`)
  const helper = await desk.as('helper')
  expect(await queueOf(helper, 'left')).toMatchObject({
    count: 200,
    isMore: true,
    allHref: '/desk/queues/left/',
  })
  const keys: string[] = []
  let next: string | null = '/desk/queues/left/'
  while (next) {
    const { values, status } = await helper.get(next)
    expect(status).toBe(200)
    keys.push(...(values.rows as QueueRow[]).map(({ key }) => key))
    next = values.next as string | null
  }
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).toHaveLength(231)
})

test('an unknown page of a queue, or an invalid cursor, breaks nothing', async () => {
  const reader = await desk.as('reader')
  for (const path of ['/desk/queues/nothing/', '/desk/queues/constructor/'])
    expect((await reader.get(path)).status).toBe(404)
  for (const after of ['x', '1.2', '9999999999999999.9.999999999999999', '-1.0.0', '%00'])
    expect((await reader.get(`/desk/queues/renewals/?after=${after}`)).status).toBeLessThan(500)
  for (const name of ['disputes', 'held', 'approvals'])
    expect((await reader.get(`/desk/queues/${name}/`)).status).toBe(302)
})

test('an approval request waits for other operators; its requester can only open it', async () => {
  const one = await renewed(harness, { triple: 3 })
  const [kim, lee, reader] = [await desk.as('money'), await desk.as('money'), await desk.as('reader')]
  await give(kim, giveBack(one))
  const labelOf = async (operator: TestOperator) => {
    const [row] = (await queueOf(operator, 'approvals')).rows as [QueueRow]
    expect(row).toMatchObject({
      href: `/desk/accounts/${one.pin}/`,
      due: { text: expect.stringMatching(/^expires /) },
    })
    return row.action.kind === 'open' ? row.action.label : ''
  }
  expect([await labelOf(lee), await labelOf(kim), await labelOf(reader)]).toEqual([
    'Decide',
    'Open the request',
    'Open the request',
  ])
})

test('a late payment being returned has no deadline for operators, and the account says so', async () => {
  const { db, clock } = harness
  const { accountId, subscriptionId } = await subscribe(harness, { number: TIMES_OUT })
  clock.advance(31 * DAY)
  await renewDue(harness)
  await db.transaction((tx) =>
    endSubscription(tx, { id: subscriptionId, accountId }, 'canceled', clock.now()),
  )
  clock.advance(5 * MINUTE)
  const { pin } = await db.one<{ pin: string }>(sql`select pin from accounts where id = ${accountId}`)
  const ofAccount = async (operator: TestOperator) =>
    (await queueOf(operator, 'charges')).rows.filter(({ facts }) => facts.includes(pin))
  const money = await desk.as('money')
  const [row] = await ofAccount(money)
  const charge = row?.action.kind === 'settle-charge' ? row.action.charge : 0
  const { body } = await money.send(settleCharge, { charge, word: 'none', reason })
  expect(body).toEqual({
    data: { said: 'The charge of $149.00 is settled: paid too late, and is being returned.' },
  })
  expect(await ofAccount(money)).toEqual([])
  const { values } = await money.get(`/desk/accounts/${pin}/`)
  const { open, timeline } = values as unknown as DeskAccountValues
  expect(open.map(({ text }) => text)).toContain(
    'A charge of $149.00 was paid too late and is being returned',
  )
  expect(timeline.lines.find(({ text }) => text === 'Charge of $149.00')).toMatchObject({
    more: expect.stringMatching(/^came too late · /),
    tag: { text: 'Being returned' },
  })
  // The gateway refused for so long that the job has used its tries.
  clock.advance(DAY)
  const dayAfter = await desk.as('money')
  expect(await ofAccount(dayAfter)).toMatchObject([{ action: { kind: 'settle-charge', charge } }])
  const { open: stillOpen } = (await dayAfter.get(`/desk/accounts/${pin}/`))
    .values as unknown as DeskAccountValues
  expect(stillOpen).toContainEqual(
    expect.objectContaining({
      text: 'A charge of $149.00 was paid too late and could not be returned within a day',
      links: [{ text: 'See charges without an answer', href: '/desk/queues/charges/' }],
    }),
  )
  const request = await dayAfter.send(settleCharge, { charge, word: 'none', reason })
  expect(request.body).toEqual({
    data: { said: 'The charge of $149.00 is being returned; asked the gateway again.' },
  })
  expect(await lastEntry('job-retried')).toMatchObject({ details: { charge, reason }, accountId })
  const done = await dayAfter.get(`/desk/accounts/${pin}/?kinds=operator`)
  const { lines } = (done.values as unknown as DeskAccountValues).timeline
  expect(lines[0]).toMatchObject({ text: 'Retried a job', reason, who: dayAfter.email })
  // While the bank decides about it, no operator can.
  const { reference } = await db.one<{ reference: string }>(
    sql`select gateway_reference as reference from charges where id = ${charge}`,
  )
  await postDispute(harness, 'opened', { reference })
  expect(await ofAccount(dayAfter)).toEqual([])
  const disputed = (await dayAfter.get(`/desk/accounts/${pin}/`)).values as unknown as DeskAccountValues
  expect(disputed.open.map(({ text }) => text)).toContain(
    'A charge of $149.00 was paid too late and is disputed. It is returned once the bank has decided, unless the bank takes it back',
  )
})
