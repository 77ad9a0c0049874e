// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as messages from '#contract/desk/see-as.ts'
import { beginView, endView, readView, type View } from '#contract/desk/see-as.ts'
import { signOutOfDesk } from '#contract/desk/sign-in.ts'
import { pages } from '#contract/pages.ts'
import { changeOperatorRole, disableOperator } from '#server/identity/operators/change-operators.ts'
import { closeViews } from '#server/identity/operators/operator-views.ts'
import { sql } from '#server/platform/db/sql.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { openView, requestDesk, type TestView } from '#server/test-kit/see-as.ts'
import { signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

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

async function newAccount() {
  const email = freshEmail()
  return { email, ...(await addAccount(harness.db, { email })) }
}

async function newView() {
  const account = await newAccount()
  const helper = await desk.as('helper')
  return { ...account, helper, view: await openView(harness, desk, helper, account) }
}

const isOpen = async (view: TestView) => (await view.ask(pages.account)).status === 200

/** What both logs say: the audit, and the customer's own. */
async function entriesOf(accountId: number) {
  return harness.db.many<{ action: string; actor: string; details: Record<string, unknown>; at: Date }>(sql`
    select action, actor, details, at from audit where account_id = ${accountId} and action like 'pages-%' order by id`)
}
const endingsOf = async (accountId: number) =>
  (await entriesOf(accountId)).flatMap(({ action, details }) =>
    action === 'pages-view-ended' ? [details.how] : [],
  )

test('a view shows the pages as the person sees them, labeled, and sets no cookie', async () => {
  const { view, email, pin } = await newView()
  const { status, html, headers, cookies } = await view.ask(pages.account)
  expect(status).toBe(200)
  expect(valuesIn(html)).toMatchObject({ email, pin, role: 'owner', scope: 'account' })
  expect(html).toContain(`<aside class="desk-view-mark" data-view="${view.id}" aria-label="Read-only view">`)
  expect(html).toContain(`, account ${pin}</aside>`)
  expect(html).toContain('<title>Read-only view: ')
  expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
  expect(headers['cache-control']).toBe('no-store')
  expect(cookies).toEqual([])
})

test('a page opened outside the frame leads to the frame', async () => {
  const { view, pin } = await newView()
  for (const dest of ['document', '', 'embed']) {
    const { status, location, html } = await view.ask(pages.billing, { dest })
    expect({ status, location, html }).toEqual({
      status: 302,
      location: `/desk/accounts/${pin}/see-as/`,
      html: '',
    })
  }
})

test("the view shows nothing that the person's role does not allow", async () => {
  const { accountId, pin } = await newAccount()
  const agentId = await addAgent(harness.db, accountId, { email: freshEmail(), role: 'user' })
  const view = await openView(harness, desk, await desk.as('helper'), { pin, agentId })
  expect((await view.ask(pages.account)).status).toBe(200)
  expect(await view.ask(pages.billing)).toMatchObject({ status: 302, location: pages.account })
  expect((await view.ask('/rest/account/balance/', { dest: 'empty' })).status).toBe(403)
})

test('every change is refused with its message, in scripts and forms', async () => {
  const { view } = await newView()
  const called = await view.ask('/rest/account/details/name/', { method: 'POST', dest: 'empty' })
  expect(called.status).toBe(403)
  expect(JSON.parse(called.html)).toEqual({ errors: 'This is a read-only view. Nothing was changed.' })
  const posted = await view.ask('/account/sign-out/', { method: 'POST' })
  expect(posted.status).toBe(403)
  expect(posted.html).toContain('This is a read-only view. Nothing was changed.')
  expect(posted.headers['x-frame-options']).toBe('SAMEORIGIN')
  expect(posted.cookies).toEqual([])
  expect(await isOpen(view)).toBe(true)
})

test('a link out of the account pages stays in the frame and says so', async () => {
  const { view } = await newView()
  for (const path of ['/login/', '/pay/made-up/', '/account/invitation/made-up/', '/desk/nowhere/']) {
    const { status, html } = await view.ask(path)
    expect(status, path).toBe(404)
    expect(html, path).toContain(messages.notInView)
  }
  expect(await view.ask('/login/', { dest: 'document' })).toMatchObject({ status: 302, location: '/desk/' })
})

test('bills and lists can be downloaded', async () => {
  const { view, accountId } = await newView()
  const { number } = await harness.db.one<{ number: string }>(sql`
    insert into invoices (account_id, total_cents, issued_at, paid_at, billed_to)
    values (${accountId}, 1000, ${harness.clock.now()}, ${harness.clock.now()}, billed_to(${accountId})) returning number`)
  const bill = await view.ask(`/account/billing/bills/${number}/bill.pdf`)
  expect(bill.status).toBe(200)
  expect(bill.headers['content-type']).toBe('application/pdf')
  expect(bill.headers['content-disposition']).toBe(`attachment; filename="${number}.pdf"`)
  const list = await view.ask('/account/activity/activity.csv', { dest: 'document' })
  expect(list.status).toBe(200)
  expect(list.html).toContain('Began to look at account pages (read-only)')
})

test('both logs have begin and end; the customer sees neither operator nor reason', async () => {
  const { view, helper, accountId, agentId, email } = await newView()
  await harness.clock.advance(MINUTE)
  expect((await helper.send(endView, { view_id: view.id })).status).toBe(200)
  const reason = 'Asked for help with a bill'
  const actor = `operator:${helper.email}`
  expect(await entriesOf(accountId)).toMatchObject([
    { action: 'pages-viewed', actor, details: { agentId, reason, viewId: view.id, minutes: 15 } },
    {
      action: 'pages-view-ended',
      actor,
      details: { agentId, reason, viewId: view.id, how: 'by the operator' },
    },
  ])
  const { html } = await (await signedInAs(harness, { email })).open(pages.activity)
  const { lines } = valuesIn(html) as { lines: { who: string; text: string }[] }
  expect(lines.filter(({ who }) => who === 'Our support team')).toMatchObject([
    { text: 'Stopped looking at account pages' },
    { text: 'Began to look at account pages (read-only)' },
  ])
  expect(html).not.toContain(helper.email)
  expect(html).not.toContain(reason)
})

test('a view is not a session of the person: not listed, not seen, no passkey offered', async () => {
  const { view, agentId } = await newView()
  const sessions = () => harness.db.many(sql`select * from sessions where agent_id = ${agentId}`)
  expect(await sessions()).toEqual([])
  const { html } = await view.ask(pages.security)
  expect(valuesIn(html)).toMatchObject({ sessions: [] })
  expect(valuesIn(html)).not.toHaveProperty('passkeyOffer')
  expect(await sessions()).toEqual([])
})

test('the customer’s own cookies are ignored in a view', async () => {
  const other = await newAccount()
  const { cookies } = await signedInAs(harness, { email: other.email })
  const { view, email } = await newView()
  const cookie = `session=${cookies.session}; ${view.cookie}`
  expect(valuesIn((await view.ask(pages.account, { cookie })).html)).toMatchObject({ email })
  const without = await requestDesk(desk, pages.account, { cookie: `session=${cookies.session}` })
  expect(without).toMatchObject({ status: 302, location: '/desk/' })
})

test('a second view ends the first, even if both begin at the same moment', async () => {
  const { view, helper, accountId } = await newView()
  const others = await Promise.all([newAccount(), newAccount()])
  const views = await Promise.all(others.map((account) => openView(harness, desk, helper, account)))
  expect(await isOpen(view)).toBe(false)
  expect((await view.ask(pages.account)).html).toContain(messages.viewEnded)
  expect(await endingsOf(accountId)).toEqual(['replaced'])
  expect((await Promise.all(views.map(isOpen))).filter(Boolean)).toHaveLength(1)
})

const endings: [string, string, (given: Awaited<ReturnType<typeof newView>>) => Promise<unknown>][] = [
  ['its 15 minutes are over', 'time', async () => harness.clock.advance(15 * MINUTE)],
  ['the operator signs out', 'signed out', ({ helper }) => helper.send(signOutOfDesk, {})],
  ['the operator is disabled', 'signed out', ({ helper }) => changed(disableOperator, helper)],
  [
    'the operator is a reader now',
    'role taken away',
    ({ helper }) =>
      changeOperatorRole(harness, { email: helper.email, actor: 'operator:tests', role: 'reader' }),
  ],
  [
    'the person was removed',
    'person removed',
    ({ agentId }) =>
      harness.db.run(sql`update agents set removed_at = ${harness.clock.now()} where id = ${agentId}`),
  ],
]

async function changed(change: typeof disableOperator, { email }: TestOperator): Promise<void> {
  await change(harness, { email, actor: 'operator:tests' })
}

test.each(endings)('a view is over when %s, and the log says so', async (_when, how, end) => {
  const given = await newView()
  expect(await isOpen(given.view)).toBe(true)
  await end(given)
  expect(await isOpen(given.view)).toBe(false)
  await closeViews(harness)
  await closeViews(harness)
  expect(await endingsOf(given.accountId)).toEqual([how])
})

test('restoring a role does not restore the view', async () => {
  const { view, helper } = await newView()
  for (const role of ['reader', 'admin'])
    await changeOperatorRole(harness, { email: helper.email, actor: 'operator:tests', role })
  expect(await isOpen(view)).toBe(false)
})

test('an account that lets nobody in shows nothing, at once', async () => {
  const { view, accountId } = await newView()
  await harness.db.run(
    sql`update accounts set status = 'canceled', fraud_marked_at = ${harness.clock.now()} where id = ${accountId}`,
  )
  expect(await isOpen(view)).toBe(false)
})

test("an operator's view opens nothing for another operator or session", async () => {
  const { view } = await newView()
  const other = await desk.as('admin')
  const token = /desk_view=[^;]+/.exec(view.cookie)?.[0]
  expect((await requestDesk(desk, pages.account, { cookie: `${other.cookie}; ${token}` })).status).toBe(404)
  expect(await requestDesk(desk, pages.account, { cookie: token ?? '' })).toMatchObject({
    status: 302,
    location: '/desk/',
  })
  expect((await other.send(endView, { view_id: view.id })).status).toBe(200)
  expect(await isOpen(view)).toBe(true)
})

test('the page knows only the open view of its own account', async () => {
  const { view, pin, helper } = await newView()
  const other = await newAccount()
  const viewOn = async (number: string) => {
    const { html } = await requestDesk(desk, `/desk/accounts/${number}/see-as/`, { cookie: view.cookie })
    return valuesIn(html).view as View | null
  }
  expect(await viewOn(pin)).toMatchObject({
    id: view.id,
    account_number: pin,
    role: 'owner',
    seconds_left: 900,
  })
  harness.clock.advance(5 * MINUTE)
  expect(await viewOn(pin)).toMatchObject({ seconds_left: 600 })
  expect(await viewOn(other.pin)).toBeNull()
  expect((await helper.send(readView, {})).body).toEqual({ data: { view: null } })
  expect((await helper.get('/desk/accounts/999999/see-as/')).status).toBe(404)
})

test('someone without pages is not offered for a view, and is refused', async () => {
  const { accountId, pin } = await newAccount()
  const invited = await addAgent(harness.db, accountId, {
    email: freshEmail(),
    role: 'user',
    isInvited: true,
  })
  const stranger = await newAccount()
  const helper = await desk.as('helper')
  const { values } = await helper.get(`/desk/accounts/${pin}/see-as/`)
  expect(values).toMatchObject({
    people: [{ obstacle: null }, { id: invited, obstacle: messages.hasNotJoined }],
  })
  const refusalOf = async (agent_id: number, reason = 'A reason') =>
    (await helper.send(beginView, { account_number: pin, agent_id, reason })).body
  expect(await refusalOf(invited)).toEqual({ errors: { agent_id: [messages.hasNotJoined] } })
  expect(await refusalOf(stranger.agentId)).toEqual({ errors: { agent_id: [messages.notInAccount] } })
  expect(await refusalOf(invited, ' ')).toEqual({ errors: { reason: ['Enter a reason'] } })
  await harness.db.run(sql`update accounts set status = 'pending' where id = ${accountId}`)
  const closed = await helper.get(`/desk/accounts/${pin}/see-as/`)
  expect(closed.values).toMatchObject({ people: [{ obstacle: messages.cannotSignIn }, {}] })
})
