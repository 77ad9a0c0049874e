import { afterAll, beforeAll, expect, test } from 'vitest'
import { followProvisioning } from '#contract/features/provisioning.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const newsFor = async (cookie: string) =>
  (await send(harness, followProvisioning, {}, { headers: { cookie } })).body
const signInPage = async (cookie: string) =>
  (await harness.app.inject({ method: 'GET', url: '/login/?status=registered', headers: { cookie } })).body

async function signUp() {
  const { body, cookies } = await send(harness, submitSignUp, goodSignUp(), { address: freshIp() })
  const { pin } = (body as { data: { pin: string } }).data
  const become = (state: string) =>
    harness.db.run(sql`
      update set_ups s set state = ${state} from accounts a where a.id = s.account_id and a.pin = ${pin}`)
  return { pin, cookie: `sign-up=${cookies['sign-up']}`, become }
}

test('the buyer of an account follows its provisioning on that device, and nothing else of it', async () => {
  const { pin, cookie, become } = await signUp()
  const words = [
    ['running', 'running', 'We are setting up your account'],
    ['dead', 'late', 'This is taking longer than usual'],
    ['done', 'ready', 'Your account is ready'],
  ] as const
  for (const [kept, state, said] of words) {
    await become(kept)
    const body = await newsFor(cookie)
    expect(body).toEqual({ data: { state, words: expect.stringContaining(said) } })
    expect(JSON.stringify(body)).not.toContain(pin)
    const page = await signInPage(cookie)
    expect(page).toContain(said)
    expect(page.includes('currently being set up')).toBe(state !== 'ready')
  }
})

test.each(['running', 'dead', 'done'])('an account closed while its set-up was %s says so', async (kept) => {
  const { pin, cookie, become } = await signUp()
  await become(kept)
  await harness.db.run(
    sql`update accounts set status = 'canceled', fraud_marked_at = now() where pin = ${pin}`,
  )
  const words = 'Your account is no longer open. Sign in to see why.'
  expect(await newsFor(cookie)).toEqual({ data: { state: 'ready', words } })
  const page = await signInPage(cookie)
  expect(page).toContain(words)
  expect(page).not.toMatch(/being set up|You can sign in now/)
})

test('strangers, forgers and visitors without a purchase see only the banner', async () => {
  const { cookie } = await signUp()
  const declined = await send(harness, submitSignUp, goodSignUp({ number: '4000-0000-0000-0002' }), {
    address: freshIp(),
  })
  const forged = `${cookie.slice(0, -4)}AAAA`
  for (const other of ['', 'sign-up=nonsense', forged, `sign-up=${declined.cookies['sign-up']}`]) {
    expect(await newsFor(other)).toEqual({ data: { state: 'none', words: '' } })
    const page = await signInPage(other)
    expect(page).toContain('Your account is currently being set up')
    expect(page).not.toContain('class="set-up')
  }
})
