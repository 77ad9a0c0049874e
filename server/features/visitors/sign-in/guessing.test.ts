// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#contract/features/sign-in.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness({ environment: { PASSWORD_HASHES_WAITING: '1000' } })
})
afterAll(() => harness.close())

const tryToSignIn = (
  body: { email: string; password?: string; pin?: string; mobile_retry?: string },
  address = freshIp(),
  headers = {},
) => send(harness, signIn, { password: 'password1', ...body }, { address, headers })

test('a guesser is slowed down and told until when; the right password does not help before', async () => {
  const [email, address] = [freshEmail(), freshIp()]
  await addAccount(harness.db, { email })
  for (let guess = 0; guess < 8; guess += 1)
    expect((await tryToSignIn({ email, password: `guess ${guess}` }, address)).status).toBe(401)
  const slowed = await tryToSignIn({ email }, address)
  expect([slowed.status, slowed.body.errors, slowed.headers['retry-after']]).toEqual([
    429,
    'Too many attempts. Please wait 15 minutes and try again. To sign in sooner, reset your password.',
    '900',
  ])
  harness.clock.advance(15 * MINUTE)
  expect((await tryToSignIn({ email }, address)).status).toBe(200)
})

test('eighty concurrent guesses count as eight', async () => {
  const [email, address] = [freshEmail(), freshIp()]
  await addAccount(harness.db, { email })
  const statuses = (
    await Promise.all(Array.from({ length: 80 }, () => tryToSignIn({ email, password: 'a guess' }, address)))
  ).map((answer) => answer.status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(8)
  expect(statuses.filter((status) => status === 429)).toHaveLength(72)
})

test('one network trying many people is limited; people seen there before can still sign in', async () => {
  const [email, office] = [freshEmail(), freshIp()]
  await addAccount(harness.db, { email })
  expect((await tryToSignIn({ email }, office)).status).toBe(200)
  const statuses = []
  for (let victim = 0; victim < 70; victim += 1)
    statuses.push((await tryToSignIn({ email: freshEmail(), password: 'spring2026' }, office)).status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(60)
  expect((await tryToSignIn({ email }, office)).status).toBe(200)
})

test('many networks trying one person are limited; known devices can still sign in', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const { cookies } = await tryToSignIn({ email })
  const statuses = []
  for (let place = 0; place < 40; place += 1)
    statuses.push((await tryToSignIn({ email, password: 'a guess' }, `192.0.2.${place}`)).status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(30)
  expect((await tryToSignIn({ email }, freshIp(), { cookie: `device=${cookies.device}` })).status).toBe(200)
})

test('signing in a hundred times from one office does not use up its tries', async () => {
  const office = freshIp()
  for (let person = 0; person < 70; person += 1) {
    const email = freshEmail()
    await addAccount(harness.db, { email })
    expect((await tryToSignIn({ email }, office)).status).toBe(200)
  }
})
