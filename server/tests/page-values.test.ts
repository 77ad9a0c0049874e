import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountPageName, accountPages, isOpenTo } from '#contract/accounts/account-pages.ts'
import { assignableRoles, type Role, type SessionScope } from '#contract/accounts/roles.ts'
import { cancelReasons } from '#contract/billing/cancel-reasons.ts'
import { cancel } from '#contract/features/cancel.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { makeLink } from '#server/identity/links.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { addAgent } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { type SignedIn, signedInAs } from '#server/test-kit/signed-in.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'
import { addCreditNote } from '#server/test-kit/tenants.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

type Kind = 'card' | 'expiry' | 'amount' | 'reference' | 'bill' | 'mail login' | 'billing zone'

/** What each page shows to an owner, and may therefore receive. The others receive none of it. */
const shownToOwners = {
  account: ['card', 'expiry', 'amount', 'reference', 'bill'],
  plan: ['card', 'expiry', 'amount'],
  reactivate: ['card', 'expiry', 'amount'],
  billing: ['card', 'expiry', 'amount', 'bill'],
  bill: ['card', 'amount', 'bill'],
  'credit-note': ['bill'],
  cancel: ['amount', 'reference'],
  'outgoing-mail': ['mail login'],
  security: ['billing zone'],
} satisfies Partial<Record<AccountPageName, readonly Kind[]>>

/** What each page shows to other roles, if anything. A user sees none. */
const shownTo: Record<Role, Partial<Record<AccountPageName, readonly Kind[]>>> = {
  owner: shownToOwners,
  admin: {
    plan: shownToOwners.plan,
    'outgoing-mail': shownToOwners['outgoing-mail'],
    security: shownToOwners.security,
  },
  billing: {
    account: shownToOwners.account,
    billing: shownToOwners.billing,
    bill: shownToOwners.bill,
    'credit-note': shownToOwners['credit-note'],
  },
  user: {},
}

/** An account whose secrets can be recognized anywhere. */
async function openAccount() {
  const { db, clock } = harness
  const { accountId, email, subscriptionId } = await subscribe(harness, {
    plan: { lead: 5 },
    timeZone: 'US/Alaska',
  })
  const others = { admin: freshEmail(), billing: freshEmail(), user: freshEmail() }
  for (const role of assignableRoles) await addAgent(db, accountId, { email: others[role], role })
  await db.run(sql`
    update cards set brand = 'Canarycard', last_four = '7391', expires_month = 7, expires_year = 2037
    where account_id = ${accountId}`)
  await db.run(sql`
    update subscription_items set unit_price_cents = 47113 where subscription_id = ${subscriptionId}`)
  await db.run(sql`update accounts set time_zone = 'US/Central' where id = ${accountId}`)
  await db.run(sql`
    insert into smtp_settings (account_id, host, port, security, username, from_address, changed_at)
    values (${accountId}, 'mail.example.com', 587, 'starttls', 'canary-login', ${email}, ${clock.now()})`)
  const { number } = await db.one<{ number: string }>(
    sql`select number from invoices where account_id = ${accountId}`,
  )
  const note = await addCreditNote(db, number, clock.now())
  const marks: Record<Kind, string[]> = {
    card: ['Canarycard', '"7391"', 'in 7391'],
    expiry: ['07/2037'],
    amount: ['47113', '471.13', '235565', '2,355.65'],
    reference: [],
    bill: [number, note],
    'mail login': ['canary-login'],
    'billing zone': ['US/Alaska'],
  }
  return {
    accountId,
    marks,
    number,
    note,
    owner: await signedInAs(harness, { email }),
    admin: await signedInAs(harness, { email: others.admin }),
    billing: await signedInAs(harness, { email: others.billing }),
    user: await signedInAs(harness, { email: others.user }),
  }
}
type Account = Awaited<ReturnType<typeof openAccount>>

async function cancelIt(account: Account): Promise<void> {
  const { body } = await account.owner.send(cancel, { reason: cancelReasons[0]?.value, details: '' })
  account.marks.reference.push((body as { data: { reference: string } }).data.reference)
}

async function endIt({ accountId }: Account): Promise<void> {
  const now = harness.clock.now()
  await harness.db.run(
    sql`update accounts set status = 'canceled', status_since = ${now} where id = ${accountId}`,
  )
  await harness.db.run(
    sql`update subscriptions set ended_at = ${now}, next_at = null where account_id = ${accountId}`,
  )
}

/** The values that a page receives without showing them to this role. */
async function hiddenIn(account: Account, role: Role, scope: SessionScope) {
  const person: SignedIn = account[role]
  const found: string[] = []
  for (const name of Object.keys(accountPages) as AccountPageName[]) {
    const number = name === 'credit-note' ? account.note : account.number
    const { status, html } = await person.open(fillPath(pages[name], { number }))
    expect(status, name).toBe(isOpenTo(scope, role, name) ? 200 : 302)
    const shown = shownTo[role][name] ?? []
    for (const [kind, marks] of Object.entries(account.marks) as [Kind, string[]][]) {
      if (shown.includes(kind)) continue
      found.push(...marks.filter((mark) => html.includes(mark)).map((mark) => `${name}: ${kind} ${mark}`))
    }
  }
  return found
}

test('no page gives a user what it hides from users: card, amounts, bills, logins', async () => {
  const account = await openAccount()
  expect(await hiddenIn(account, 'user', 'account')).toEqual([])
})

test('no page gives a user the reference of a cancellation, though it shows the last day', async () => {
  const account = await openAccount()
  await cancelIt(account)
  expect(account.marks.reference).toHaveLength(1)
  expect(await hiddenIn(account, 'user', 'account')).toEqual([])
  expect((await account.user.open(pages.account)).html).toContain('Canceled. Your service runs through')
})

test.each(['admin', 'billing'] as const)(
  'the pages of %s people contain what that role may see, and no more',
  async (role) => {
    const account = await openAccount()
    expect(await hiddenIn(account, role, 'account')).toEqual([])
    await cancelIt(account)
    expect(await hiddenIn(account, role, 'account')).toEqual([])
  },
)

test('each page gives an owner what it shows, and no more', async () => {
  const account = await openAccount()
  expect(await hiddenIn(account, 'owner', 'account')).toEqual([])
  const overview = (await account.owner.open(pages.account)).html
  for (const mark of ['Canarycard', 'in 7391', '2,355.65']) expect(overview).toContain(mark)
  await cancelIt(account)
  expect(await hiddenIn(account, 'owner', 'account')).toEqual([])
  await endIt(account)
  expect(await hiddenIn(account, 'owner', 'reactivation')).toEqual([])
})

test('a pay link with nothing due reveals nothing of the card', async () => {
  const account = await openAccount()
  const { accountId } = account
  const linkToken = await makeLink(
    harness.db,
    { purpose: 'pay', accountId, lastsMs: DAY },
    harness.clock.now(),
  )
  const { body } = await harness.app.inject({ url: fillPath(pages.pay, { linkToken }) })
  expect(body).toContain('There is nothing to pay for')
  for (const mark of [...account.marks.card, ...account.marks.expiry]) expect(body).not.toContain(mark)
})
