// On PostgreSQL: two of its requests race.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeskAccountValues } from '#contract/desk/account.ts'
import { askForHandOver, withdrawHandOver } from '#contract/desk/help.ts'
import { type HandOverValues, handOver, removePerson } from '#contract/features/people.ts'
import { askForEmail } from '#contract/features/security.ts'
import { confirmEmail } from '#contract/features/security-links.ts'
import { pages } from '#contract/pages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addPasskeyPerson } from '#server/test-kit/passkeys.ts'
import { addProtected } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

let harness: Harness
let desk: TestDesk

beforeAll(async () => {
  harness = await openHarness({ environment: { DESK_PORT: '3001' } })
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

type State = HandOverValues['state']

/** An account whose owner and a user are asked to agree, and how each answers by their mailed link. */
async function ask(given: { ownerEmail?: string; accountId?: number; ownerId?: number } = {}) {
  const [email, nextEmail] = [given.ownerEmail ?? freshEmail(), freshEmail()]
  const account =
    given.accountId && given.ownerId
      ? { accountId: given.accountId, agentId: given.ownerId, pin: await pinOf(given.accountId) }
      : await addAccount(harness.db, { email })
  const { accountId, agentId: formerId, pin } = account
  const nextId = await addAgent(harness.db, accountId, {
    email: nextEmail,
    role: 'user',
    name: ['Sam', 'Lee'],
  })
  const helper = await desk.as('helper')
  const answered = await helper.send(
    askForHandOver,
    { agent_id: nextId, reason: 'Dana retires', key: randomUUID() },
    { number: pin },
  )
  expect(answered.status).toBe(200)
  const linkOf = async (recipient: string) => {
    const { plain } = await harness.db.one<{ plain: string }>(sql`
      select plain from mails where recipient = ${recipient} and purpose = 'hand-over-asked' order by id desc limit 1`)
    return /\/account\/hand-over\/[\w-]+\//.exec(plain)?.[0] ?? ''
  }
  const links = { former: await linkOf(email), next: await linkOf(nextEmail) }
  const ownerOf = () =>
    harness.db.one<{ id: number }>(
      sql`select id from agents where account_id = ${accountId} and role = 'owner' and removed_at is null`,
    )
  return { accountId, formerId, nextId, email, nextEmail, pin, helper, links, ownerOf }
}

async function pinOf(accountId: number): Promise<string> {
  return (await harness.db.one<{ pin: string }>(sql`select pin from accounts where id = ${accountId}`)).pin
}

async function open(link: string, cookie = ''): Promise<State> {
  const { body } = await harness.app.inject({ url: link, headers: { cookie } })
  return (valuesIn(body) as unknown as HandOverValues).state
}

async function answer(link: string, said: string, cookie = ''): Promise<State> {
  const form = new FormData()
  form.set('answer', said)
  const request = new Request('http://localhost:3000', { method: 'POST', body: form })
  const { body } = await harness.app.inject({
    method: 'POST',
    url: link,
    headers: { 'content-type': request.headers.get('content-type') ?? '', cookie },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return (valuesIn(body) as unknown as HandOverValues).state
}

test('nothing changes until both agree; the second agreement makes the change, and both are told', async () => {
  const { links, ownerOf, formerId, nextId, nextEmail, email, accountId, helper, pin } = await ask()
  expect(await open(links.former)).toMatchObject({ kind: 'asks', isFormer: true, hasAgreed: false })
  const seen = (await helper.get(`/desk/accounts/${pin}/`)).values as unknown as DeskAccountValues
  expect(seen.open.map(({ text }) => text)).toContain(
    'Hand-over to Sam Lee is waiting for Dana Whitfield and Sam Lee',
  )
  expect(await answer(links.next, 'agree')).toMatchObject({
    kind: 'asks',
    hasAgreed: true,
    hasOtherAgreed: false,
  })
  expect(await answer(links.next, 'agree')).toMatchObject({ kind: 'asks', hasAgreed: true })
  expect((await ownerOf()).id).toBe(formerId)
  expect(await answer(links.former, 'agree')).toMatchObject({
    kind: 'done',
    nextName: expect.stringMatching(/^Sam Lee \(.+@.+\)$/),
  })
  expect((await ownerOf()).id).toBe(nextId)
  expect([await open(links.next), await answer(links.next, 'refuse')]).toMatchObject([
    { kind: 'done' },
    { kind: 'done' },
  ])
  expect((await ownerOf()).id).toBe(nextId)
  const told = await harness.db.many(sql`
    select recipient from mails where account_id = ${accountId} and purpose = 'handed-over' order by id`)
  expect(told).toEqual([{ recipient: email }, { recipient: nextEmail }])
  const owner = await signedInAs(harness, { email: nextEmail })
  const { html } = await owner.open(pages.activity)
  for (const text of [
    'Asked two people to agree',
    'Agreed to hand the account over',
    'Handed the account over',
  ])
    expect(html).toContain(text)
  expect(html).not.toContain('Dana retires')
})

test('two who agree at the same moment make the change once', async () => {
  const { links, ownerOf, nextId, accountId } = await ask()
  await Promise.all([answer(links.former, 'agree'), answer(links.next, 'agree')])
  expect((await ownerOf()).id).toBe(nextId)
  const { times } = await harness.db.one<{ times: number }>(sql`
    select count(*)::int as times from audit where account_id = ${accountId} and action = 'account-handed-over'`)
  expect(times).toBe(1)
})

test('a refusal by either ends it, even after agreeing, and both are told that nothing changed', async () => {
  const { links, ownerOf, formerId, accountId } = await ask()
  await answer(links.former, 'agree')
  expect(await answer(links.former, 'refuse')).toMatchObject({ kind: 'refused' })
  expect(await answer(links.next, 'agree')).toMatchObject({ kind: 'refused' })
  expect((await ownerOf()).id).toBe(formerId)
  const told = await harness.db.many(
    sql`select from mails where account_id = ${accountId} and purpose = 'hand-over-ended'`,
  )
  expect(told).toHaveLength(2)
})

test('an operator can withdraw it; only one is open at a time, and it expires after three days', async () => {
  const { links, helper, pin, nextId, ownerOf, formerId } = await ask()
  const again = (agent_id = nextId) => ({ agent_id, reason: 'once more', key: randomUUID() })
  expect((await helper.send(askForHandOver, again(), { number: pin })).status).toBe(400)
  expect(
    (await helper.send(withdrawHandOver, { reason: 'a mistake', key: randomUUID() }, { number: pin })).status,
  ).toBe(200)
  expect(
    (await helper.send(withdrawHandOver, { reason: 'a mistake', key: randomUUID() }, { number: pin })).status,
  ).toBe(400)
  expect(await answer(links.next, 'agree')).toMatchObject({ kind: 'withdrawn' })
  expect((await helper.send(askForHandOver, again(), { number: pin })).status).toBe(200)
  expect((await helper.send(askForHandOver, again(formerId), { number: pin })).status).toBe(400)
  const other = await ask()
  await answer(other.links.next, 'agree')
  harness.clock.advance(3 * DAY)
  expect(await answer(other.links.former, 'agree')).toMatchObject({ kind: 'expired' })
  expect((await other.ownerOf()).id).toBe(other.formerId)
  const helper2 = await desk.as('helper')
  const renewed = { agent_id: other.nextId, reason: 'once more', key: randomUUID() }
  expect((await helper2.send(askForHandOver, renewed, { number: other.pin })).status).toBe(200)
  expect((await ownerOf()).id).toBe(formerId)
})

test('people with a second factor agree only while signed in', async () => {
  const { email, person, accountId, agentId } = await addProtected(harness)
  const { links, ownerOf, nextId } = await ask({ ownerEmail: email, accountId, ownerId: agentId })
  await answer(links.next, 'agree')
  expect(await answer(links.former, 'agree')).toMatchObject({ kind: 'sign-in' })
  expect((await ownerOf()).id).toBe(agentId)
  const cookie = `session=${person.cookies.session ?? ''}`
  expect(await answer(links.former, 'agree', cookie)).toMatchObject({ kind: 'done' })
  expect((await ownerOf()).id).toBe(nextId)
})

test('somebody with a passkey cannot agree by password alone', async () => {
  const { email, accountId, agentId, person } = await addPasskeyPerson(harness)
  const { links, ownerOf, nextId } = await ask({ ownerEmail: email, accountId, ownerId: agentId })
  await answer(links.next, 'agree')
  const byPassword = await signedInAs(harness, { email })
  const cookie = `session=${byPassword.cookies.session ?? ''}`
  expect(await open(links.former, cookie)).toMatchObject({ kind: 'confirm', ways: ['passkey'] })
  expect(await answer(links.former, 'agree', cookie)).toMatchObject({ kind: 'confirm' })
  expect((await ownerOf()).id).toBe(agentId)
  // A passkey shown within the last minutes is enough.
  const shown = `session=${person.cookies.session ?? ''}`
  expect(await answer(links.former, 'agree', shown)).toMatchObject({ kind: 'done' })
  expect((await ownerOf()).id).toBe(nextId)
})

test('a change of email or “this was not me” ends it, as somebody else may read the links', async () => {
  const changed = await ask()
  const owner = await signedInAs(harness, { email: changed.email })
  await answer(changed.links.next, 'agree')
  await owner.send(askForEmail, { email: freshEmail(), current_password: 'password1' })
  const linkToken = await tokenIn(changed.accountId, /\/account\/email\/([\w-]+)\//)
  expect((await send(harness, confirmEmail, {}, { parts: { linkToken } })).status).toBe(200)
  expect(await answer(changed.links.former, 'agree')).toMatchObject({ kind: 'withdrawn' })
  expect((await changed.ownerOf()).id).toBe(changed.formerId)

  const reported = await ask()
  await signedInAs(harness, { email: reported.nextEmail })
  await answer(reported.links.former, 'agree')
  const token = await tokenIn(reported.accountId, /\/not-me\/([\w-]+)\//)
  await harness.app.inject({
    method: 'POST',
    url: `/not-me/${token}/`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x\r\ncontent-disposition: form-data; name="confirm"\r\n\r\n1\r\n--x--\r\n',
  })
  expect(await answer(reported.links.next, 'agree')).toMatchObject({ kind: 'withdrawn' })
  expect((await reported.ownerOf()).id).toBe(reported.formerId)
})

async function tokenIn(accountId: number, link: RegExp): Promise<string> {
  const { plain } = await harness.db.one<{ plain: string }>(sql`
    select plain from mails where account_id = ${accountId} and plain ~ ${link.source} order by id desc limit 1`)
  return link.exec(plain)?.[1] ?? ''
}

test('someone who left, an invented link or an unknown answer changes nothing', async () => {
  const { links, nextId, formerId, ownerOf } = await ask()
  expect(await answer(links.next, 'nonsense')).toMatchObject({ kind: 'later' })
  expect(await open('/account/hand-over/made-up/')).toEqual({ kind: 'unknown' })
  await harness.db.run(sql`update agents set removed_at = ${harness.clock.now()} where id = ${nextId}`)
  expect(await answer(links.former, 'agree')).toMatchObject({ kind: 'withdrawn' })
  expect((await ownerOf()).id).toBe(formerId)
})

test("an owner's own hand-over ends the one by support, and earlier agreements are void", async () => {
  const { links, ownerOf, accountId, formerId, nextId, nextEmail, email, helper, pin } = await ask()
  const otherEmail = freshEmail()
  const otherId = await addAgent(harness.db, accountId, {
    email: otherEmail,
    role: 'user',
    name: ['Kim', 'Park'],
  })
  await answer(links.former, 'agree')
  const owner = await signedInAs(harness, { email })
  expect((await owner.send(handOver, { agent_id: otherId, password: 'password1' })).status).toBe(200)
  const seen = (await helper.get(`/desk/accounts/${pin}/`)).values as unknown as DeskAccountValues
  expect(seen.open.map(({ text }) => text).filter((text) => text.includes('Hand-over'))).toEqual([])
  const told = await endingsOf(accountId)
  expect(told).toMatchObject([
    { recipient: nextEmail, subject: 'You are no longer asked to own the account' },
  ])
  expect(told[0]?.plain).toMatch(/Dana Whitfield \(.+@.+\) made Kim Park \(.+@.+\) the owner/)

  const other = await signedInAs(harness, { email: otherEmail })
  expect((await other.send(handOver, { agent_id: formerId, password: 'password1' })).status).toBe(200)
  expect(await answer(links.next, 'agree')).toMatchObject({ kind: 'withdrawn' })
  expect((await ownerOf()).id).toBe(formerId)
  const renewed = { agent_id: nextId, reason: 'once more', key: randomUUID() }
  expect((await helper.send(askForHandOver, renewed, { number: pin })).status).toBe(200)
})

test('removing the next owner ends it, and the owner is told that nothing changed', async () => {
  const { links, accountId, nextId, email, helper, pin } = await ask()
  const owner = await signedInAs(harness, { email })
  expect((await owner.send(removePerson, { agent_id: nextId })).status).toBe(200)
  const told = await endingsOf(accountId)
  expect(told).toMatchObject([{ recipient: email, subject: 'The owner of your account stays the same' }])
  expect(told[0]?.plain).toMatch(/Sam Lee \(.+@.+\) was removed from the account\./)
  expect(await open(links.former)).toMatchObject({ kind: 'withdrawn' })
  const withdrawn = { reason: 'a mistake', key: randomUUID() }
  expect((await helper.send(withdrawHandOver, withdrawn, { number: pin })).status).toBe(400)
})

function endingsOf(accountId: number) {
  return harness.db.many<{ recipient: string; subject: string; plain: string }>(sql`
    select recipient, subject, plain from mails
    where account_id = ${accountId} and purpose = 'hand-over-ended' order by id`)
}

test.each([
  ['ended', 'canceled', false],
  ['was marked for fraud', 'canceled', true],
])(
  'an account that %s after the request gets no new owner, and the page says so',
  async (_, status, isFraud) => {
    const { links, ownerOf, accountId, formerId, nextId } = await ask()
    const marked = isFraud ? harness.clock.now() : null
    await answer(links.next, 'agree')
    await harness.db.run(
      sql`update accounts set status = ${status}, fraud_marked_at = ${marked} where id = ${accountId}`,
    )
    expect(await answer(links.former, 'agree')).toMatchObject({ kind: 'account-ended' })
    expect((await ownerOf()).id).toBe(formerId)
    const { body } = await harness.app.inject({ url: links.former })
    expect(body).toContain('has ended, so its owner cannot change')
    await harness.db.run(
      sql`update accounts set status = 'active', fraud_marked_at = null where id = ${accountId}`,
    )
    expect(await answer(links.former, 'agree')).toMatchObject({ kind: 'done' })
    expect((await ownerOf()).id).toBe(nextId)
  },
)
