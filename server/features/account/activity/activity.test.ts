import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePassword, endOtherSessions } from '#contract/features/security.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { pages } from '#contract/pages.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR, MINUTE } from '#server/ports/clock.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addProtected, typeCode, typePassword, wrongCode } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { type SignedIn, signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'
import { tidy } from '../../background/tidying/tidy.ts'

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const CSV = `${pages.activity}activity.csv`
type Line = {
  key: string
  at: string
  who: string
  text: string
  more: string
  device: string
  ip: string
  isOwn: boolean
}
let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

async function logOf(person: SignedIn, query = '') {
  const { html } = await person.open(`${pages.activity}${query}`)
  return valuesIn(html) as unknown as { lines: Line[]; older: string | null; kind: string | null }
}
const textsOf = async (person: SignedIn, query = '') =>
  (await logOf(person, query)).lines.map(({ text }) => text)

async function newOwner() {
  const email = freshEmail()
  const ids = await addAccount(harness.db, { email })
  return { email, ...ids, owner: await signedInAs(harness, { email, userAgent }) }
}

/** The answer does not wait for the line of the log. */
const guess = async (email: string, address: string) => {
  const tries = async () => {
    const { noted } = await harness.db.one<{ noted: number | null }>(sql`
      select (select sum(f.tries) from failed_sign_ins f where f.agent_id = any (
        select id from agents where email = ${email}))::int as noted`)
    return noted ?? 0
  }
  const isKnown = await harness.db.maybe(sql`select 1 from agents where email = ${email}`)
  const before = await tries()
  const answer = await send(
    harness,
    signIn,
    { email, password: 'wrong one' },
    { address, headers: { 'user-agent': userAgent } },
  )
  if (isKnown) await expect.poll(tries, { timeout: 10_000 }).toBe(before + 1)
  return answer
}

test('a sign-in, wrong passwords and a change say when, who, with which device and from where', async () => {
  const { email, owner } = await newOwner()
  harness.clock.advance(MINUTE)
  for (let tries = 0; tries < 3; tries += 1) expect((await guess(email, '203.0.113.9')).status).toBe(401)
  harness.clock.advance(MINUTE)
  const passwords = {
    current_password: 'password1',
    password: 'maple otter',
    password_confirm: 'maple otter',
  }
  expect((await owner.send(changePassword, passwords)).status).toBe(200)
  const { lines } = await logOf(owner)
  const device = 'Chrome 131 on Windows'
  expect(lines).toEqual([
    expect.objectContaining({
      text: 'Changed the password',
      who: 'You',
      device,
      ip: expect.stringMatching(/^198\.18\.\d+\.0\/24$/),
    }),
    expect.objectContaining({
      text: 'Gave a wrong password',
      who: 'Someone, as you',
      more: '3 times within an hour',
      device,
      ip: '203.0.113.0/24',
    }),
    expect.objectContaining({
      at: expect.stringMatching(/^Nov 15, 2026, 10:\d\d AM$/),
      text: expect.stringMatching(/^Signed in/),
      who: 'You',
      device,
    }),
  ])
})

test('guesses from one network add one row an hour, and for an unknown email none', async () => {
  const { email, agentId } = await newOwner()
  for (let tries = 0; tries < 6; tries += 1) await guess(email, `203.0.114.${tries}`)
  await guess(freshEmail(), '203.0.114.9')
  const rows = () =>
    harness.db.many(sql`select tries from failed_sign_ins where agent_id = ${agentId} order by id`)
  expect(await rows()).toEqual([{ tries: 6 }])
  harness.clock.advance(HOUR)
  await guess(email, '203.0.114.1')
  expect(await rows()).toEqual([{ tries: 6 }, { tries: 1 }])
})

test("the owner sees everyone's lines in the account, a user only their own, a stranger none", async () => {
  const { owner, accountId } = await newOwner()
  const email = freshEmail()
  await addAgent(harness.db, accountId, { email, role: 'user', name: ['Sam', 'Lee'] })
  harness.clock.advance(MINUTE)
  const user = await signedInAs(harness, { email })
  expect(await logOf(owner)).toMatchObject({ lines: [{ who: `Sam Lee (${email})` }, { who: 'You' }] })
  expect(await logOf(user)).toMatchObject({ lines: [{ who: 'You' }] })
  const { owner: stranger } = await newOwner()
  expect((await logOf(stranger)).lines).toHaveLength(1)
})

test.each(['You', 'Our support team'])('a colleague called %s is shown with their email', async (name) => {
  const { owner, accountId } = await newOwner()
  const email = freshEmail()
  await addAgent(harness.db, accountId, { email, role: 'user', name: [name, ''] })
  harness.clock.advance(MINUTE)
  await signedInAs(harness, { email })
  harness.clock.advance(MINUTE)
  await guess(email, '203.0.113.9')
  const { lines } = await logOf(owner)
  expect(lines.map(({ who, isOwn }) => [who, isOwn])).toEqual([
    [`Someone, as ${name} (${email})`, false],
    [`${name} (${email})`, false],
    ['You', true],
  ])
  expect((await owner.open('/account/activity/activity.csv')).html).toContain(`${name} (${email})`)
})

test('the log is filtered by kind, and an unknown kind shows everything', async () => {
  const { owner, email } = await newOwner()
  await signedInAs(harness, { email })
  harness.clock.advance(MINUTE)
  await owner.send(endOtherSessions, {})
  expect(await textsOf(owner, '?kind=sign-in')).toHaveLength(3)
  expect(await textsOf(owner, '?kind=billing')).toEqual([])
  expect((await owner.open(`${pages.activity}?kind=billing`)).html).toContain(
    'Nothing of this kind has happened yet.',
  )
  expect(await logOf(owner, '?kind=nonsense&before=nonsense')).toMatchObject({ kind: null })
  expect(await textsOf(owner, '?kind=nonsense&before=nonsense')).toHaveLength(3)
})

test('older lines are paged, each once, even from the same moment', async () => {
  const { owner, agentId, accountId } = await newOwner()
  const now = harness.clock.now()
  // Several of the same moment, and moments with microseconds.
  await harness.db.run(sql`
    insert into audit (at, actor, action, account_id, agent_id)
    select ${now}::timestamptz + count / 4 * interval '1 microsecond', 'agent:' || ${agentId}::bigint, 'plan-kept',
      ${accountId}::bigint, ${agentId}::bigint
    from generate_series(1, 120) count`)
  const keys: string[] = []
  let query = ''
  for (let page = 0; page < 3; page += 1) {
    const { lines, older } = await logOf(owner, query)
    keys.push(...lines.map(({ key }) => key))
    query = `?before=${older}`
  }
  expect([keys.length, new Set(keys).size]).toEqual([121, 121])
  expect(query).toBe('?before=null')
})

test('the export has the same lines, and no cell runs as a formula', async () => {
  const { owner, accountId, email } = await newOwner()
  const name = '=HYPERLINK("x")'
  const user = freshEmail()
  await addAgent(harness.db, accountId, { email: user, role: 'user', name: [name, 'Lee'] })
  harness.clock.advance(MINUTE)
  await signedInAs(harness, { email: user })
  const { status, html } = await owner.open(CSV)
  const [heading, first] = html.split('\r\n')
  expect(status).toBe(200)
  expect(heading).toBe('Time (UTC),Who,What,More,Kind,Device,IP address')
  expect(first).toContain(`"'=HYPERLINK(""x"") Lee (${user})",Signed in`)
  expect(html).not.toContain(email)
  expect((await owner.open(`${CSV}?kind=billing`)).html.trim()).toBe(heading)
  expect((await harness.app.inject({ url: CSV })).statusCode).toBe(401)
})

test("operators' actions are listed as the support team's, without names", async () => {
  const { owner, accountId } = await newOwner()
  harness.clock.advance(MINUTE)
  const entry = {
    actor: 'operator:kim',
    action: 'access-given',
    accountId,
    details: { reason: 'x' },
  } as const
  await recordAudit(harness.db, entry, harness.clock.now())
  const { html } = await owner.open(pages.activity)
  expect(await logOf(owner, '?kind=support')).toMatchObject({
    lines: [{ who: 'Our support team', text: 'Gave free access' }],
  })
  expect(html).not.toContain('kim')
})

test('failed sign-ins are deleted after 90 days', async () => {
  const { email, agentId } = await newOwner()
  await guess(email, '203.0.115.1')
  harness.clock.advance(91 * DAY)
  await tidy(harness)
  expect(await harness.db.many(sql`select from failed_sign_ins where agent_id = ${agentId}`)).toEqual([])
})

test('a wrong code or password of a signed-in person is a line of its own, with advice', async () => {
  const { email, person, code } = await addProtected(harness)
  harness.clock.advance(MINUTE)
  const passwords = {
    current_password: 'wrong one',
    password: 'maple otter',
    password_confirm: 'maple otter',
  }
  expect((await person.send(changePassword, passwords)).status).toBe(400)
  harness.clock.advance(MINUTE)
  const { cookies } = await typePassword(harness, email)
  expect((await typeCode(harness, cookies['second-step'], wrongCode(code))).status).toBe(400)
  expect((await logOf(person, '?kind=sign-in')).lines.slice(0, 2)).toEqual([
    expect.objectContaining({ text: 'Gave a wrong verification code', advice: 'wrong-code', isOwn: true }),
    expect.objectContaining({ text: 'Gave a wrong password while signed in', advice: 'sign-in' }),
  ])
  const { html } = await person.open(pages.activity)
  expect(html).toContain('Someone knows your password. Change it now.')
})

test('a line names its app, bill, person or day', async () => {
  const { owner, accountId, agentId } = await newOwner()
  const invited = freshEmail()
  const id = await addAgent(harness.db, accountId, { email: invited, role: 'user', name: ['', ''] })
  const actor = { agentId }
  const note = (
    action: 'app-connected' | 'paid-by-hand' | 'person-invited' | 'plan-planned',
    details: object,
  ) => recordAudit(harness.db, { actor, action, accountId, details: { ...details } }, harness.clock.now())
  await note('app-connected', { app: 'Lead Mailer' })
  await note('paid-by-hand', { bill: '2026-000001', cents: 14_900 })
  await note('person-invited', { agentId: id })
  await note('plan-planned', { from: '2026-12-15' })
  expect((await logOf(owner)).lines.slice(0, 4).map(({ more }) => more)).toEqual([
    'From December 15, 2026',
    invited,
    'Bill 2026-000001, $149.00',
    'Lead Mailer',
  ])
})
