// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  payOpen,
  removeBackupCard,
  saveBackupCard,
  swapCards,
  updateCard,
} from '#contract/features/billing.ts'
import { payByLink } from '#contract/features/billing-links.ts'
import { cancel } from '#contract/features/cancel.ts'
import { warnOfExpiringCards } from '#server/billing/cards/card-mails.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAgent } from '#server/test-kit/accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { cardForm, mailsTo, makePastDue, OPEN, payLinkOf } from '#server/test-kit/past-due.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import {
  APPROVED,
  addBackupCard,
  DECLINED,
  MASTERCARD,
  type Subscribed,
  subscribe,
  TIMES_OUT,
} from '#server/test-kit/subscriptions.ts'

let harness: Harness
/** The gateway's identifier of the card number. */
let numberId: string | null
beforeAll(async () => {
  harness = await openHarness({
    payments: (db, clock) => {
      const real = sandboxFor(db, clock)
      return {
        ...real,
        async vault(card, options) {
          const kept = await real.vault(card, options)
          return kept.kind === 'unknown' ? kept : { ...kept, numberId }
        },
      }
    },
  })
})
afterAll(() => harness.close())
beforeEach(() => {
  harness.clock.set('2026-11-15T15:00:00Z')
  numberId = null
})

const saved = { status: 200, body: { data: { status: 'saved' } } }
const outdated = {
  status: 400,
  body: { outdated: true, errors: expect.stringContaining('cards have changed') },
}

async function cardsOf({ accountId }: { accountId: number }): Promise<string[]> {
  const cards = await harness.db.many<{ card: string }>(sql`
    select last_four || case when is_backup then ' backup' else '' end as card from cards
    where account_id = ${accountId} and replaced_at is null order by is_backup`)
  return cards.map(({ card }) => card)
}
async function actionsIn({ accountId }: { accountId: number }): Promise<[string, unknown][]> {
  const entries = await harness.db.many<{ action: string; details: { card: unknown } }>(sql`
    select action, details from audit where account_id = ${accountId} and action like '%card%' order by id`)
  return entries.map(({ action, details }) => [action, details.card])
}
const subjectsTo = async ({ email }: Subscribed) =>
  (
    await harness.db.many<{ subject: string }>(
      sql`select subject from mails where recipient = ${email} and purpose = 'backup-card' order by id`,
    )
  ).map(({ subject }) => subject)
async function withBackup(number = MASTERCARD) {
  const one = await subscribe(harness)
  const card_id = await addBackupCard(harness, one, { number })
  return { one, card_id, browser: await openBrowser(harness, one.email) }
}

test('a backup card that its bank approves is added beside the card on file, and the owner is told', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  expect(await browser.call(saveBackupCard, cardForm(MASTERCARD))).toMatchObject(saved)
  expect(await cardsOf(one)).toEqual(['1111', '4444 backup'])
  expect(await actionsIn(one)).toEqual([['backup-card-added', 'Mastercard ending in 4444']])
  const [told = ''] = await mailsTo(harness, one, 'backup-card')
  expect(told.replaceAll(/\s+/g, ' ')).toMatch(
    /The Mastercard card ending in 4444 is now the backup card for .* Nothing was charged\. We will charge it only if your bank declines the Visa card ending in 1111\./,
  )
  expect(told).toContain('This was not me')
})

test('beside a first card refused for good, mails do not say that the backup waits for a refusal', async () => {
  const one = await subscribe(harness)
  await harness.db.run(sql`
    update cards set refused_because = 'lost', refused_at = now() where account_id = ${one.accountId}`)
  const browser = await openBrowser(harness, one.email)
  await browser.call(saveBackupCard, cardForm(MASTERCARD))
  const { id: card_id } = await harness.db.one<{ id: number }>(
    sql`select id from cards where account_id = ${one.accountId} and is_backup`,
  )
  await browser.call(swapCards, { card_id })
  const [added, swapped] = await mailsTo(harness, one, 'backup-card')
  expect(added?.replaceAll(/\s+/g, ' ')).toContain(
    'We cannot charge the Visa card ending in 1111, so we will charge this card instead.',
  )
  expect(swapped?.replaceAll(/\s+/g, ' ')).toContain(
    'The Visa card ending in 1111 is now the backup card. We cannot charge it.',
  )
})

test.each([
  [DECLINED, { number: [expect.stringContaining('Nothing was changed')] }],
  [TIMES_OUT, expect.stringContaining('could not reach the bank')],
])('a backup card without its bank’s approval (%s) is not stored', async (number, errors) => {
  const { one, browser } = await withBackup()
  expect(await browser.call(saveBackupCard, cardForm(number))).toMatchObject({
    status: 400,
    body: { errors },
  })
  expect(await cardsOf(one)).toEqual(['1111', '4444 backup'])
  expect(await subjectsTo(one)).toEqual([])
})

test('adding another backup card replaces the former one', async () => {
  const { one, browser } = await withBackup()
  expect(await browser.call(saveBackupCard, cardForm('6011111111111117'))).toMatchObject(saved)
  expect(await cardsOf(one)).toEqual(['1111', '1117 backup'])
})

test('the card on file cannot be its own backup: by the number’s identifier, else by what a person sees', async () => {
  const refusal = { status: 400, body: { errors: { number: [expect.stringContaining('already on file')] } } }
  const one = await subscribe(harness, { expires: [12, 2030] })
  const browser = await openBrowser(harness, one.email)
  expect(await browser.call(saveBackupCard, cardForm(APPROVED))).toMatchObject(refusal)
  numberId = 'the same number'
  const known = await subscribe(harness)
  const other = await openBrowser(harness, known.email)
  expect(await other.call(saveBackupCard, cardForm(APPROVED))).toMatchObject(refusal)
  for (const account of [one, known]) expect(await cardsOf(account)).toEqual(['1111'])
})

test('nor with another expiry date, and the backup does not stay beside itself as the first card', async () => {
  const { one, browser } = await withBackup()
  expect(await browser.call(saveBackupCard, cardForm(APPROVED))).toMatchObject({
    status: 400,
    body: { errors: { number: [expect.stringContaining('already on file')] } },
  })
  expect(await cardsOf(one)).toEqual(['1111', '4444 backup'])
  expect((await browser.call(updateCard, cardForm(MASTERCARD))).status).toBe(200)
  expect(await cardsOf(one)).toEqual(['4444'])
})

test('two tabs that add the same backup card store one and send one mail', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  const answers = await Promise.all([0, 1].map(() => browser.call(saveBackupCard, cardForm(MASTERCARD))))
  for (const answer of answers) expect(answer).toMatchObject(saved)
  expect(await cardsOf(one)).toEqual(['1111', '4444 backup'])
  expect(await subjectsTo(one)).toEqual(['Your backup card was added'])
})

test('a backup card that becomes the card on file is no longer the backup, and the mail says so', async () => {
  const one = await subscribe(harness)
  await addBackupCard(harness, one, { expires: [12, 2030] })
  const browser = await openBrowser(harness, one.email)
  expect((await browser.call(updateCard, cardForm(MASTERCARD))).status).toBe(200)
  expect(await cardsOf(one)).toEqual(['4444'])
  const [told = ''] = await mailsTo(harness, one, 'card-changed')
  expect(told.replaceAll(/\s+/g, ' ')).toContain(
    'It was your backup card, so you no longer have a backup card.',
  )
})

test('a new card on file leaves the backup as it is', async () => {
  const { one, browser } = await withBackup()
  await browser.call(updateCard, cardForm('6011111111111117'))
  expect(await cardsOf(one)).toEqual(['1117', '4444 backup'])
})

test('removing the backup card twice removes it once', async () => {
  const { one, card_id, browser } = await withBackup()
  const answers = await Promise.all([0, 1].map(() => browser.call(removeBackupCard, { card_id })))
  for (const answer of answers) expect(answer).toMatchObject(saved)
  expect(await cardsOf(one)).toEqual(['1111'])
  expect(await actionsIn(one)).toEqual([['backup-card-removed', 'Mastercard ending in 4444']])
  expect(await subjectsTo(one)).toEqual(['Your backup card was removed'])
})

test('a double click on “Make it the first card” exchanges the cards once', async () => {
  const { one, card_id, browser } = await withBackup()
  const answers = await Promise.all([0, 1].map(() => browser.call(swapCards, { card_id })))
  for (const answer of answers) expect(answer).toMatchObject(saved)
  expect(await cardsOf(one)).toEqual(['4444', '1111 backup'])
  expect(await actionsIn(one)).toEqual([['cards-swapped', 'Mastercard ending in 4444']])
  expect(await subjectsTo(one)).toEqual(['Your backup card is now your first card'])
})

test('an old tab neither removes the first card nor promotes a removed one', async () => {
  const promoted = await withBackup()
  await promoted.browser.call(swapCards, { card_id: promoted.card_id })
  expect(await promoted.browser.call(removeBackupCard, { card_id: promoted.card_id })).toMatchObject(outdated)
  expect(await cardsOf(promoted.one)).toEqual(['4444', '1111 backup'])
  const removed = await withBackup()
  await removed.browser.call(removeBackupCard, { card_id: removed.card_id })
  expect(await removed.browser.call(swapCards, { card_id: removed.card_id })).toMatchObject(outdated)
  expect(await cardsOf(removed.one)).toEqual(['1111'])
})

test('why a bank has refused a card is kept when the cards are exchanged; typing its code again lifts it', async () => {
  const { one, card_id, browser } = await withBackup()
  await harness.db.run(sql`
    update cards set refused_because = 'wrong-code', refused_at = now() where account_id = ${one.accountId} and not is_backup`)
  await browser.call(swapCards, { card_id })
  const refused = () =>
    harness.db.many(sql`
      select last_four as card, refused_because as because from cards
      where account_id = ${one.accountId} and replaced_at is null and is_backup`)
  expect(await refused()).toEqual([{ card: '1111', because: 'wrong-code' }])
  await browser.call(saveBackupCard, { ...cardForm(APPROVED), expiration_date_1: '2039' })
  expect(await refused()).toEqual([{ card: '1111', because: null }])
})

test('a billing manager may manage the backup card, an admin may not', async () => {
  const { one, card_id } = await withBackup()
  for (const [role, status] of [
    ['admin', 403],
    ['billing', 200],
  ] as const) {
    const email = freshEmail()
    await addAgent(harness.db, one.accountId, { email, role })
    const browser = await openBrowser(harness, email)
    expect((await browser.call(removeBackupCard, { card_id })).status, role).toBe(status)
  }
})

test('an account that has ended takes no backup card, and its backup card is not charged', async () => {
  const { one, card_id, browser } = await withBackup()
  await browser.call(cancel, { reason: 'It costs too much', details: '' })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const owner = await openBrowser(harness, one.email)
  const ended = { status: 400, body: { outdated: true, errors: expect.stringContaining('has ended') } }
  expect(await owner.call(saveBackupCard, cardForm(MASTERCARD))).toMatchObject(ended)
  expect(await owner.call(swapCards, { card_id })).toMatchObject(ended)
  expect(await owner.call(removeBackupCard, { card_id })).toMatchObject(ended)
  expect(await harness.db.many(sql`select 1 from charges where account_id = ${one.accountId}`)).toEqual([])
})

test('the first card is renewed although there is a backup', async () => {
  const { one } = await withBackup()
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  expect(await chargedIn(one)).toEqual([['1111', 'paid']])
})

async function chargedIn({ accountId }: { accountId: number }): Promise<[string, string][]> {
  const charges = await harness.db.many<{ card: string; outcome: string }>(
    sql`select last_four as card, outcome from charges where account_id = ${accountId} order by id`,
  )
  return charges.map(({ card, outcome }) => [card, outcome])
}

async function pastDueWithBackup() {
  const one = await makePastDue(harness)
  const card_id = await addBackupCard(harness, one)
  return { ...one, paying: { ...OPEN, card_id } as const }
}

test('a backup card chosen to pay the open bill pays it, and stays the backup', async () => {
  const one = await pastDueWithBackup()
  const browser = await openBrowser(harness, one.email)
  expect((await browser.call(payOpen, one.paying)).body).toMatchObject({ data: { status: 'paid' } })
  expect((await chargedIn(one)).at(-1)).toEqual(['4444', 'paid'])
  expect(await cardsOf(one)).toEqual(['0341', '4444 backup'])
  expect(await mailsTo(harness, one, 'card-changed')).toEqual([])
  // A repeat after a lost answer.
  expect((await browser.call(payOpen, one.paying)).body).toMatchObject({ data: { status: 'paid' } })
})

test('a mailed link shows and charges the chosen card', async () => {
  const one = await pastDueWithBackup()
  const linkToken = await payLinkOf(harness, one)
  const { html } = await (await signedInAs(harness, one)).open(`/pay/${linkToken}/`)
  expect(html).toContain('Mastercard ending in 4444')
  const tokens = await harness.db.many<{ token: string }>(
    sql`select gateway_token as token from cards where account_id = ${one.accountId}`,
  )
  for (const { token } of tokens) expect(html).not.toContain(token)
  const paid = await send(harness, payByLink, one.paying, { parts: { linkToken } })
  expect(paid.body).toMatchObject({ data: { status: 'paid' } })
  expect((await chargedIn(one)).at(-1)).toEqual(['4444', 'paid'])
})

test('after an exchange in another tab the card that was named pays, not the one in its place', async () => {
  const one = await pastDueWithBackup()
  const browser = await openBrowser(harness, one.email)
  await browser.call(swapCards, { card_id: one.paying.card_id })
  expect((await browser.call(payOpen, one.paying)).body).toMatchObject({ data: { status: 'paid' } })
  expect((await chargedIn(one)).at(-1)).toEqual(['4444', 'paid'])
})

test('a backup that became the first card is not tried again, but for the first time in this month', async () => {
  const one = await pastDueWithBackup()
  const browser = await openBrowser(harness, one.email)
  const says = async () => (await showMoney(harness.db, one.accountId, harness.clock.now())).open?.sayNextTry
  expect(await says()).toContain('we will try the card on file again on December 16')
  await browser.call(swapCards, { card_id: one.paying.card_id })
  expect(await says()).toContain('we will try the card on file on December 16')
})

test('a removed card is not charged, nor the other one in its place', async () => {
  const one = await pastDueWithBackup()
  const browser = await openBrowser(harness, one.email)
  const before = await chargedIn(one)
  await browser.call(removeBackupCard, { card_id: one.paying.card_id })
  expect(await browser.call(payOpen, one.paying)).toMatchObject(outdated)
  expect(await chargedIn(one)).toEqual(before)
})

test('a backup card added when the first is refused for good is tried next, until it is removed', async () => {
  const one = await subscribe(harness, { number: '4000000000000366' })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const next = () =>
    harness.db.one(sql`
      select next_try_at as at, next_card as card from periods where subscription_id = ${one.subscriptionId}
      order by id desc limit 1`)
  expect(await next()).toMatchObject({ at: null })
  const browser = await openBrowser(harness, one.email)
  expect(await browser.call(saveBackupCard, cardForm(MASTERCARD))).toMatchObject(saved)
  expect(await next()).toEqual({ at: new Date('2026-12-16T06:00:00Z'), card: 'backup' })
  const { open } = await showMoney(harness.db, one.accountId, harness.clock.now())
  expect(open?.sayNextTry).toContain(
    'will try the backup card, the Mastercard card ending in 4444, on December 16',
  )
  const { id: card_id } = await harness.db.one<{ id: number }>(
    sql`select id from cards where account_id = ${one.accountId} and is_backup`,
  )
  await browser.call(removeBackupCard, { card_id })
  expect(await next()).toMatchObject({ at: null })
  expect(await chargedIn(one)).toEqual([['0366', 'declined']])
})

test('an expiring backup card has a warning of its own', async () => {
  const one = await subscribe(harness)
  await addBackupCard(harness, one, { expires: [11, 2026] })
  await warnOfExpiringCards(harness)
  const [told = '', ...more] = await mailsTo(harness, one, 'card-expires')
  expect(told.replaceAll(/\s+/g, ' ')).toMatch(
    /The Mastercard card ending in 4444, the backup card for .*, is valid through November 30, 2026\./,
  )
  expect(more).toEqual([])
})

test('a warning about a card is not sent again because the cards were exchanged', async () => {
  const { one, card_id, browser } = await withBackup()
  await harness.db.run(
    sql`update cards set expires_month = 11, expires_year = 2026 where account_id = ${one.accountId}`,
  )
  await warnOfExpiringCards(harness)
  expect(await browser.call(swapCards, { card_id })).toMatchObject(saved)
  await warnOfExpiringCards(harness)
  expect(await mailsTo(harness, one, 'card-expires')).toHaveLength(2)
})
