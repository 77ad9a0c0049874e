import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#contract/features/sign-in.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** A user, not the owner: a user's session has no access while the account is suspended. */
async function addUser() {
  const { accountId } = await addAccount(harness.db, { email: freshEmail() })
  const email = freshEmail()
  await addAgent(harness.db, accountId, { email, role: 'user' })
  const setStatus = (status: string) =>
    harness.db.run(sql`update accounts set status = ${status} where id = ${accountId}`)
  return { email, setStatus }
}

const leave = (cookie: string, address: string) =>
  harness.app.inject({ method: 'POST', url: address, headers: { cookie } })

test.each(['past_due', 'canceled', 'expired'])(
  'signing out while the account is %s still counts when it works again',
  async (status) => {
    const { email, setStatus } = await addUser()
    const [here, elsewhere] = [await signedInAs(harness, { email }), await signedInAs(harness, { email })]
    await setStatus(status)
    const left = await leave(`session=${here.cookies.session}`, '/account/sign-out/')
    expect([left.statusCode, left.headers.location]).toEqual([303, '/login/'])
    await setStatus('active')
    expect((await here.open('/account/')).status).toBe(302)
    expect((await elsewhere.open('/account/')).status).toBe(200)
  },
)

test('signing out everywhere ends every session, even while the account is suspended', async () => {
  const { email, setStatus } = await addUser()
  const [here, elsewhere] = [await signedInAs(harness, { email }), await signedInAs(harness, { email })]
  const colleague = await signedInAs(harness, { email: (await addUser()).email })
  await setStatus('past_due')
  await leave(`session=${here.cookies.session}`, '/account/sign-out-everywhere/')
  await setStatus('active')
  expect((await here.open('/account/')).status).toBe(302)
  expect((await elsewhere.open('/account/')).status).toBe(302)
  expect((await colleague.open('/account/')).status).toBe(200)
})

test('an ended session cannot sign anybody else out', async () => {
  const { email } = await addUser()
  const [old, living] = [await signedInAs(harness, { email }), await signedInAs(harness, { email })]
  await leave(`session=${old.cookies.session}`, '/account/sign-out/')
  await leave(`session=${old.cookies.session}`, '/account/sign-out-everywhere/')
  expect((await living.open('/account/')).status).toBe(200)
})

test('signing in again ends the former session of this browser, even in a suspended account', async () => {
  const { email, setStatus } = await addUser()
  const former = await signedInAs(harness, { email })
  const another = freshEmail()
  await addAccount(harness.db, { email: another })
  await setStatus('past_due')
  const headers = { cookie: `session=${former.cookies.session}` }
  expect((await send(harness, signIn, { email: another, password: 'password1' }, { headers })).status).toBe(
    200,
  )
  await setStatus('active')
  expect((await former.open('/account/')).status).toBe(302)
})

async function someoneSignedIn() {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  return signedInAs(harness, { email })
}

test.each(['/account/sign-out/', '/account/sign-out-everywhere/'])(
  '%s ends the session and has the browser clear its cache',
  async (url) => {
    const person = await someoneSignedIn()
    const headers = {
      cookie: `session=${person.cookies.session ?? ''}`,
      origin: harness.config.publicUrl,
      'content-type': 'multipart/form-data; boundary=x',
    }
    const left = await harness.app.inject({ method: 'POST', url, headers, payload: '--x--\r\n' })
    expect(left.statusCode).toBe(303)
    expect(left.headers).toMatchObject({ location: '/login/', 'clear-site-data': '"cache"' })
    expect((await person.open('/account/')).location).toBe('/login/?status=session_ended&next=%2Faccount%2F')
  },
)

test('account pages are marked so that a cached copy is hidden after sign-out; others are not', async () => {
  const person = await someoneSignedIn()
  const marks = (html: string) => /id="page-props"[^>]*>/.exec(html)?.[0]
  expect(marks((await person.open('/account/')).html)).toContain(' data-account')
  expect(marks((await person.open('/login/')).html)).not.toContain('data-account')
})
