import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { removeBackupCard, saveBackupCard, swapCards, updateCard } from '#contract/features/billing.ts'
import { payWithCardByLink } from '#contract/features/billing-links.ts'
import { changeRole, handOver, removePerson } from '#contract/features/people.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR, MINUTE } from '#server/ports/clock.ts'
import { addAgent } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { joins, pressNotMe, type ReportDone, resetPassword } from '#server/test-kit/not-me.ts'
import { cardForm, cardOnFile, payLinkOf } from '#server/test-kit/past-due.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { send } from '#server/test-kit/send.ts'
import { type SignedIn, signedInAs } from '#server/test-kit/signed-in.ts'
import { addBackupCard, DECLINED_AT_RENEWAL, subscribe } from '#server/test-kit/subscriptions.ts'

const MASTERCARD = '5555555555554444'
const CLOSED_AT_RENEWAL = '4000000000000366'
const EXPIRED_AT_RENEWAL = '4000000000000416'
let harness: Harness
/** Runs while the bank verifies a card. */
let meanwhile: (() => Promise<unknown>) | undefined
let beforeCharge: ((token: string) => Promise<unknown>) | undefined
beforeAll(async () => {
  harness = await openHarness({
    payments: (db, clock) => {
      const real = sandboxFor(db, clock)
      return {
        ...real,
        async vault(card, options) {
          const kept = await real.vault(card, options)
          await meanwhile?.()
          return kept
        },
        async charge(order) {
          await beforeCharge?.(order.token)
          return real.charge(order)
        },
      }
    },
  })
})
afterAll(() => harness.close())
beforeEach(() => {
  harness.clock.set('2026-11-15T15:00:00Z')
})

type Given = { at?: string; number?: string; role?: 'admin' | 'billing' }

/** A stranger signed in as the owner has handed the account over to an admin. */
async function handedOver({ at, number, role = 'admin' }: Given = {}) {
  const account = await subscribe(harness, { plan: { triple: 1, lead: 4 }, ...(number && { number }) })
  if (at) harness.clock.set(at)
  const next = freshEmail()
  const nextId = await addAgent(harness.db, account.accountId, { email: next, role })
  const stranger = await signedInAs(harness, account)
  await give(stranger, nextId)
  return { ...account, nextId, next, nextOwner: await signedInAs(harness, { email: next }) }
}

async function give(owner: SignedIn, agent_id: number) {
  const answer = await owner.send(handOver, { agent_id, password: 'password1' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  harness.clock.advance(MINUTE)
}

const rolesOf = async ({ accountId }: { accountId: number }) =>
  Object.fromEntries(
    (
      await harness.db.many<{ email: string; role: string }>(
        sql`select email, role from agents where account_id = ${accountId} and removed_at is null`,
      )
    ).map(({ email, role }) => [email, role]),
  )
const subjectsTo = async (email: string) =>
  (
    await harness.db.many<{ subject: string }>(
      sql`select subject from mails where recipient = ${email} and purpose = 'handed-over' order by id`,
    )
  ).map(({ subject }) => subject)
const lastMailTo = async (recipient: string) =>
  (
    await harness.db.one<{ plain: string }>(sql`
      select plain from mails where recipient = ${recipient} and purpose = 'handed-over' order by id desc limit 1`)
  ).plain.replaceAll(/\s+/g, ' ')
const press = async (email: string, purpose = 'handed-over') =>
  ((await pressNotMe(harness, email, purpose)) as ReportDone).ownership

test('the former owner gets the account back with a new password, and both are told', async () => {
  const account = await handedOver()
  expect(await press(account.email)).toBe('comes-back')
  expect(await rolesOf(account)).toEqual({ [account.email]: 'user', [account.next]: 'owner' })
  expect(await resetPassword(harness, account.email, 'maple otter')).toBe(200)
  expect(await rolesOf(account)).toEqual({ [account.email]: 'owner', [account.next]: 'admin' })
  expect(await subjectsTo(account.email)).toContain('You are the owner of North Shore Realty again')
  expect(await subjectsTo(account.next)).toContain('You are no longer the owner of North Shore Realty')
  const owner = await signedInAs(harness, { email: account.email, password: 'maple otter' })
  expect((await owner.open('/account/activity/')).html).toContain('Undid the hand-over of the account')
})

test('both are told at the hand-over that it can be undone', async () => {
  const { email, next } = await handedOver()
  expect(await lastMailTo(email)).toMatch(
    /press “This was not me” before November 16, 2026, 9:00 AM .*and set a new password/,
  )
  expect(await lastMailTo(next)).toMatch(/Until November 16, 2026, 9:00 AM .* can undo this/)
})

test('a card entered by the new owner is removed, and the former one restored', async () => {
  const account = await handedOver()
  expect((await account.nextOwner.send(updateCard, cardForm(MASTERCARD))).status).toBe(200)
  expect(await cardOnFile(harness, account)).toEqual({ lastFour: '4444' })
  await press(account.email)
  await resetPassword(harness, account.email, 'maple otter')
  expect(await cardOnFile(harness, account)).toEqual({ lastFour: '1111' })
})

test('a card entered by the new owner with a pay link is removed as well', async () => {
  const account = await handedOver({ at: '2026-12-14T18:00:00Z', number: DECLINED_AT_RENEWAL })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const paying = { ...cardForm(MASTERCARD), open_cents: 17_900 }
  const parts = { linkToken: await payLinkOf(harness, { ...account, email: account.next }) }
  const paid = await send(harness, payWithCardByLink, paying, { parts })
  expect(paid.body).toMatchObject({ data: { status: 'paid' } })
  expect(await cardOnFile(harness, account)).toEqual({ lastFour: '4444' })
  await press(account.email)
  await resetPassword(harness, account.email, 'maple otter')
  expect(await cardOnFile(harness, account)).toEqual({ lastFour: '0341' })
  const bills = sql`select 1 from charges where account_id = ${account.accountId} and outcome = 'paid'`
  expect(await harness.db.many(bills)).toHaveLength(1)
})

const cardsOf = async ({ accountId }: { accountId: number }) =>
  (
    await harness.db.many<{ card: string }>(sql`
      select concat_ws(' ', last_four, case when is_backup then 'backup' end, refused_because) as card from cards
      where account_id = ${accountId} and replaced_at is null order by is_backup`)
  ).map(({ card }) => card)

test('cards exchanged, added or removed by the new owner are as before', async () => {
  const DISCOVER = '6011111111111117'
  const swapped = await handedOver()
  const card_id = await addBackupCard(harness, swapped)
  const replaced = await handedOver()
  await addBackupCard(harness, replaced)
  const removed = await handedOver()
  const removedId = await addBackupCard(harness, removed)
  const added = await handedOver()
  harness.clock.advance(MINUTE)
  const answers = [
    await swapped.nextOwner.send(swapCards, { card_id }),
    await replaced.nextOwner.send(saveBackupCard, cardForm(DISCOVER)),
    await removed.nextOwner.send(removeBackupCard, { card_id: removedId }),
    await added.nextOwner.send(saveBackupCard, cardForm(DISCOVER)),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await cardsOf(swapped)).toEqual(['4444', '1111 backup'])
  expect(await cardsOf(replaced)).toEqual(['1111', '1117 backup'])
  for (const account of [swapped, replaced, removed, added]) {
    await press(account.email)
    await resetPassword(harness, account.email, 'maple otter')
  }
  for (const account of [swapped, replaced, removed])
    expect(await cardsOf(account)).toEqual(['1111', '4444 backup'])
  expect(await cardsOf(added)).toEqual(['1111'])
})

test('a card that its bank refused for good while it was exchanged or removed stays refused', async () => {
  const at = '2026-12-14T18:00:00Z'
  const exchanged = await handedOver({ at })
  const card_id = await addBackupCard(harness, exchanged, { number: CLOSED_AT_RENEWAL })
  harness.clock.set('2026-11-15T15:00:00Z')
  const removed = await handedOver({ at, number: CLOSED_AT_RENEWAL })
  const backupId = await addBackupCard(harness, removed, { number: EXPIRED_AT_RENEWAL })
  expect((await exchanged.nextOwner.send(swapCards, { card_id })).status).toBe(200)
  beforeCharge = async (token) => {
    const isBackup = sql`select 1 from cards where id = ${backupId} and gateway_token = ${token}`
    if (!(await harness.db.maybe(isBackup))) return
    await (await signedInAs(harness, { email: removed.next })).send(removeBackupCard, { card_id: backupId })
  }
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  beforeCharge = undefined
  expect([await cardsOf(exchanged), await cardsOf(removed)]).toEqual([
    ['0366 closed', '1111 backup'],
    ['0366 closed'],
  ])
  for (const account of [exchanged, removed]) {
    await press(account.email)
    await resetPassword(harness, account.email, 'maple otter')
  }
  expect(await cardsOf(exchanged)).toEqual(['1111', '0366 backup closed'])
  expect(await cardsOf(removed)).toEqual(['0366 closed', '0416 backup expired'])
})

test('a card of the new owner that somebody else made the backup is removed', async () => {
  const account = await handedOver()
  await addBackupCard(harness, account)
  const manager = freshEmail()
  await addAgent(harness.db, account.accountId, { email: manager, role: 'billing' })
  await account.nextOwner.send(updateCard, cardForm('6011111111111117'))
  const { id } = await harness.db.one<{ id: number }>(
    sql`select id from cards where account_id = ${account.accountId} and is_backup and replaced_at is null`,
  )
  const swap = await (await signedInAs(harness, { email: manager })).send(swapCards, { card_id: id })
  expect(swap.status).toBe(200)
  expect(await cardsOf(account)).toEqual(['4444', '1117 backup'])
  await press(account.email)
  await resetPassword(harness, account.email, 'maple otter')
  expect(await cardsOf(account)).toEqual(['4444'])
})

test('a card being verified while the hand-over is undone is not put on file', async () => {
  const account = await handedOver({ role: 'billing' })
  await press(account.email)
  meanwhile = async () => {
    meanwhile = undefined
    harness.clock.advance(MINUTE)
    await resetPassword(harness, account.email, 'maple otter')
    harness.clock.advance(MINUTE)
  }
  const refused = await account.nextOwner.send(updateCard, cardForm(MASTERCARD))
  expect(refused.status).toBe(403)
  expect(await rolesOf(account)).toMatchObject({ [account.next]: 'billing' })
  expect(await cardOnFile(harness, account)).toEqual({ lastFour: '1111' })
})

test('nor is the card of somebody whom the new owner invited, and who stays in the account', async () => {
  const account = await handedOver()
  const invited = freshEmail()
  await joins(harness, account.nextOwner, { email: invited, role: 'billing' })
  await press(account.email)
  meanwhile = async () => {
    meanwhile = undefined
    harness.clock.advance(MINUTE)
    await resetPassword(harness, account.email, 'maple otter')
    harness.clock.advance(MINUTE)
  }
  const payer = await signedInAs(harness, { email: invited })
  expect((await payer.send(updateCard, cardForm(MASTERCARD))).status).toBe(403)
  expect(await rolesOf(account)).toMatchObject({ [invited]: 'billing' })
  expect(await cardOnFile(harness, account)).toEqual({ lastFour: '1111' })
})

test('a hand-over by support is not undone, and page and mail say to call', async () => {
  const account = await handedOver()
  await harness.db.run(
    sql`update owner_changes set by_support = true where account_id = ${account.accountId}`,
  )
  expect(await press(account.email)).toBe('call')
  const { plain } = await harness.db.one<{ plain: string }>(
    sql`select plain from mails where recipient = ${account.email} and purpose = 'not-me'`,
  )
  expect(plain.replaceAll(/\s+/g, ' ')).toMatch(/and this does not change that\. Call [^.]+ now\./)
  await resetPassword(harness, account.email, 'maple otter')
  expect(await rolesOf(account)).toMatchObject({ [account.next]: 'owner' })
})

test('a new owner invited by the stranger is removed', async () => {
  const account = await subscribe(harness, { plan: { triple: 1, lead: 4 } })
  const stranger = await signedInAs(harness, account)
  const accomplice = freshEmail()
  await joins(harness, stranger, { email: accomplice })
  const { id } = await harness.db.one<{ id: number }>(sql`select id from agents where email = ${accomplice}`)
  await give(stranger, id)
  expect(await press(account.email, 'new-device')).toBe('comes-back')
  await resetPassword(harness, account.email, 'maple otter')
  expect(await rolesOf(account)).toEqual({ [account.email]: 'owner' })
  expect(await lastMailTo(account.email)).toContain(
    `We removed the people who were invited in your name: Ada Okafor (${accomplice}). If you know them, invite them again.`,
  )
})

test('the former owner learns whom the new one invited and what they changed', async () => {
  const account = await handedOver()
  const [invited, colleague] = [freshEmail(), freshEmail()]
  await joins(harness, account.nextOwner, { email: invited })
  const agent_id = await addAgent(harness.db, account.accountId, { email: colleague, role: 'user' })
  const changed = await account.nextOwner.send(changeRole, { agent_id, role: 'admin' })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  await account.nextOwner.send(updateCard, cardForm(MASTERCARD))
  await press(account.email)
  await resetPassword(harness, account.email, 'maple otter')
  expect(await rolesOf(account)).toMatchObject({ [account.next]: 'admin', [invited]: 'user' })
  const told = await lastMailTo(account.email)
  expect(told).toMatch(
    new RegExp(
      `Invited by [^:]*${account.next}[^:]*, and not removed: [^:]*${invited}[^:]*\\. Remove anyone`,
    ),
  )
  expect(told).toMatch(new RegExp(`Changed the role of a person: [^:]*${colleague}[^:]*: Admin`))
  expect(told).toContain('Changed the card: Mastercard ending in 4444')
  for (const page of ['people', 'billing']) expect(told).toContain(`/account/${page}/`)
})

test('a card entered by people whom the new owner or the stranger invited is removed', async () => {
  const account = await subscribe(harness, { plan: { triple: 1, lead: 6 } })
  const stranger = await signedInAs(harness, account)
  const [next, strangers, payer] = [freshEmail(), freshEmail(), freshEmail()]
  const nextId = await addAgent(harness.db, account.accountId, { email: next, role: 'admin' })
  await joins(harness, stranger, { email: strangers, role: 'billing' })
  await give(stranger, nextId)
  const nextOwner = await signedInAs(harness, { email: next })
  await joins(harness, nextOwner, { email: payer, role: 'billing' })
  const { id } = await harness.db.one<{ id: number }>(sql`select id from agents where email = ${payer}`)
  const cards = [
    await (await signedInAs(harness, { email: strangers })).send(
      saveBackupCard,
      cardForm('6011111111111117'),
    ),
    await (await signedInAs(harness, { email: payer })).send(updateCard, cardForm(MASTERCARD)),
    await nextOwner.send(removePerson, { agent_id: id }),
  ]
  expect(cards.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await cardsOf(account)).toEqual(['4444', '1117 backup'])
  await press(account.email)
  await resetPassword(harness, account.email, 'maple otter')
  expect(await cardsOf(account)).toEqual(['1111'])
  const told = await lastMailTo(account.email)
  expect(told).toContain('entered by the other owner, or by people newly invited, is no longer on file')
  expect(told).toContain('Changed the card: Mastercard ending in 4444')
})

test('somebody whose card is removed, and who stays in the account, is told', async () => {
  const account = await handedOver()
  const [payer, other] = [freshEmail(), freshEmail()]
  for (const email of [payer, other]) await joins(harness, account.nextOwner, { email, role: 'billing' })
  const person = await signedInAs(harness, { email: payer })
  expect((await person.send(updateCard, cardForm(MASTERCARD))).status).toBe(200)
  await press(account.email)
  await resetPassword(harness, account.email, 'maple otter')
  expect(await rolesOf(account)).toMatchObject({ [payer]: 'billing', [other]: 'billing' })
  const told = await harness.db.many<{ recipient: string }>(sql`
    select recipient from mails where account_id = ${account.accountId} and subject like '%as they were before'`)
  expect(told).toEqual([{ recipient: payer }])
})

test('a bill paid with a pay link is listed', async () => {
  const account = await handedOver({ at: '2026-12-14T18:00:00Z', number: DECLINED_AT_RENEWAL })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const parts = { linkToken: await payLinkOf(harness, { ...account, email: account.next }) }
  const paying = { ...cardForm(MASTERCARD), open_cents: 17_900 }
  expect((await send(harness, payWithCardByLink, paying, { parts })).status).toBe(200)
  const { takenBack } = (await pressNotMe(harness, account.email, 'handed-over')) as ReportDone
  const paid = expect.stringMatching(/^Paid an open bill: Bill R-\d+, \$179\.00$/)
  const card = 'Changed the card: Mastercard ending in 4444'
  expect(takenBack.changes.find(({ wayBack }) => wayBack === 'billing')?.texts).toEqual([card, paid])
  await resetPassword(harness, account.email, 'maple otter')
  expect(await lastMailTo(account.email)).toContain(`${card}. Paid an open bill`)
})

test('the new owner cannot remove the former one before the deadline', async () => {
  const account = await handedOver()
  const body = { agent_id: account.agentId, password: 'password1' }
  const refused = await account.nextOwner.send(removePerson, body)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    400,
    expect.stringContaining('can undo that until November 16, 2026, 9:00 AM'),
  ])
  harness.clock.advance(24 * HOUR)
  expect((await account.nextOwner.send(removePerson, body)).status).toBe(200)
})

test('after 24 hours the report no longer undoes it, and says to call', async () => {
  const account = await handedOver()
  harness.clock.advance(24 * HOUR)
  expect(await press(account.email)).toBe('call')
  await resetPassword(harness, account.email, 'maple otter')
  expect(await rolesOf(account)).toMatchObject({ [account.next]: 'owner' })
})

test('after a second hand-over, or the end of the account, the report says to call', async () => {
  const account = await handedOver()
  const third = freshEmail()
  await give(account.nextOwner, await addAgent(harness.db, account.accountId, { email: third, role: 'user' }))
  expect(await press(account.email)).toBe('call')
  expect(await rolesOf(account)).toMatchObject({ [third]: 'owner' })
  const ended = await handedOver()
  await harness.db.run(sql`update accounts set status = 'canceled' where id = ${ended.accountId}`)
  expect(await press(ended.email)).toBe('call')
})

test('without the report, a new password of the former owner changes nothing', async () => {
  const account = await handedOver()
  await press(account.next, 'new-device')
  await resetPassword(harness, account.next, 'maple otter')
  expect(await rolesOf(account)).toEqual({ [account.email]: 'user', [account.next]: 'owner' })
})
