// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appOfOthers } from '#contract/accounts/people-messages.ts'
import { type ConnectedAppsValues, disconnectApp } from '#contract/features/connected-apps.ts'
import { beginSession } from '#server/identity/sessions.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addTestPartner, exchange, letIn, type Partner, whoIs } from '#server/test-kit/partners.ts'
import { send } from '#server/test-kit/send.ts'
import { valuesIn } from '#server/test-kit/signed-in.ts'

let harness: Harness
let partner: Partner

beforeAll(async () => {
  harness = await openHarness({ now: '2026-11-15T03:00:00.000Z' })
  partner = await addTestPartner(harness, { name: 'Lead Mailer' })
})
afterAll(() => harness.close())

const visit = {
  address: '203.0.113.7',
  userAgent: 'a browser',
  browserName: '',
  browserVersion: '',
  screenWidth: '',
  screenHeight: '',
  isMobile: false,
  isMobileRetry: false,
  deviceHash: null,
}

/** Signs a person in; the result can show the list of apps and disconnect one. */
async function seenBy(agentId: number, scope: 'account' | 'billing' = 'account') {
  const session = await beginSession(
    harness.db,
    { agent: { id: agentId, passwordSetAt: null, factorsVersion: 0 }, scope, visit, way: 'password' },
    harness.clock.now(),
  )
  const cookie = `session=${session}`
  return {
    page: async (query = '') => {
      const { body, statusCode, headers } = await harness.app.inject({
        url: `/account/apps/${query}`,
        headers: { cookie },
      })
      return { statusCode, headers, body, ...(valuesIn(body) as unknown as ConnectedAppsValues) }
    },
    disconnect: (app: string) => send(harness, disconnectApp, { app }, { headers: { cookie } }),
  }
}

test('lists partner, permissions, date, last use and who connected it', async () => {
  const email = freshEmail()
  const { agentId } = await addAccount(harness.db, { email })
  const { page } = await seenBy(agentId)
  expect((await page()).apps).toEqual([])
  expect((await page()).body).toContain('No apps are connected')
  const { body } = await exchange(
    harness,
    partner,
    await letIn(harness, partner, { email, scope: 'profile leads' }),
  )
  const app = {
    key: `lead-mailer:${agentId}`,
    name: 'Lead Mailer',
    logo: '',
    allows: [
      'See your name, your email, your company and your account number',
      'Read the leads in your lists and add new ones',
    ],
    since: 'Nov 14, 2026',
    lastUsed: 'Not yet',
    by: 'You',
  }
  expect((await page()).apps).toEqual([app])
  await whoIs(harness, body.access_token)
  await exchange(harness, partner, await letIn(harness, partner, { email }))
  expect((await page()).apps).toEqual([{ ...app, lastUsed: 'Nov 14, 2026' }])
  expect((await page()).headers['cache-control']).toBe('no-store')
})

test('disconnecting ends every token of that partner at once, and only of that one', async () => {
  const email = freshEmail()
  const { agentId } = await addAccount(harness.db, { email })
  const other = await addTestPartner(harness)
  const tokens = []
  for (const one of [partner, partner, other])
    tokens.push((await exchange(harness, one, await letIn(harness, one, { email }))).body.access_token)
  const { page, disconnect } = await seenBy(agentId)
  expect(await disconnect(`lead-mailer:${agentId}`)).toMatchObject({
    status: 200,
    body: { data: { status: 'disconnected' } },
  })
  const statuses = await Promise.all(tokens.map(async (token) => (await whoIs(harness, token)).status))
  expect(statuses).toEqual([401, 401, 200])
  expect((await page()).apps).toHaveLength(1)
  expect((await disconnect(`lead-mailer:${agentId}`)).status).toBe(404)
})

const disconnectedMailsTo = (email: string) =>
  harness.db.many<{ plain: string }>(sql`
    select regexp_replace(plain, '\\s+', ' ', 'g') as plain from mails
    where recipient = ${email} and purpose = 'app-disconnected'`)

test("an owner sees and ends everyone's connections; others only their own", async () => {
  const [ownerEmail, userEmail] = [freshEmail(), freshEmail()]
  const { accountId, agentId: owner } = await addAccount(harness.db, { email: ownerEmail })
  const user = await addAgent(harness.db, accountId, { email: userEmail, role: 'user', name: ['Sam', 'Lee'] })
  const stranger = await addAccount(harness.db, { email: freshEmail() })
  for (const email of [ownerEmail, userEmail])
    await exchange(harness, partner, await letIn(harness, partner, { email }))
  const names = async (agentId: number) =>
    (await (await seenBy(agentId)).page()).apps.map(({ by }) => by).sort()
  expect(await names(owner)).toEqual([expect.stringMatching(/^Sam Lee \(.+@.+\)$/), 'You'])
  expect(await names(user)).toEqual(['You'])
  expect(await names(stranger.agentId)).toEqual([])
  const refused = { status: 403, body: { errors: appOfOthers } }
  expect(await (await seenBy(user)).disconnect(`lead-mailer:${owner}`)).toMatchObject(refused)
  expect(await (await seenBy(user)).disconnect('no-such-app:1')).toMatchObject(refused)
  expect((await (await seenBy(user)).disconnect(`no-such-app:${user}`)).status).toBe(404)
  expect((await (await seenBy(stranger.agentId)).disconnect(`lead-mailer:${user}`)).status).toBe(404)
  expect((await (await seenBy(owner)).disconnect(`lead-mailer:${user}`)).status).toBe(200)
  expect(await names(owner)).toEqual(['You'])
  expect((await (await seenBy(owner)).disconnect(`lead-mailer:${owner}`)).status).toBe(200)
  expect(await disconnectedMailsTo(userEmail)).toEqual([
    { plain: expect.stringContaining(`(${ownerEmail}) disconnected Lead Mailer from`) },
  ])
  expect(await disconnectedMailsTo(ownerEmail)).toEqual([])
})

test('the owner sees the email-video partner in the list and can disconnect it', async () => {
  const email = freshEmail()
  const { accountId, agentId: owner } = await addAccount(harness.db, { email: freshEmail() })
  const user = await addAgent(harness.db, accountId, { email, role: 'user' })
  await harness.db.run(sql`
    insert into email_video_links (account_id, sealed_grant, linked_at)
    values (${accountId}, 'sealed', ${harness.clock.now()})`)
  const { page, disconnect } = await seenBy(owner)
  expect((await page()).apps).toMatchObject([
    { key: 'email-video', name: 'Email video', since: 'Nov 14, 2026' },
  ])
  const other = await seenBy(user)
  expect([(await other.page()).apps, (await other.disconnect('email-video')).status]).toEqual([[], 403])
  expect([(await disconnect('email-video')).status, (await page()).apps]).toEqual([200, []])
  expect((await disconnect('email-video')).status).toBe(404)
})

test('the owner gets an email when an admin disconnects the email-video partner', async () => {
  const [ownerEmail, email] = [freshEmail(), freshEmail()]
  const { accountId } = await addAccount(harness.db, { email: ownerEmail })
  const admin = await addAgent(harness.db, accountId, { email, role: 'admin' })
  await harness.db.run(sql`
    insert into email_video_links (account_id, sealed_grant, linked_at)
    values (${accountId}, 'sealed', ${harness.clock.now()})`)
  expect((await (await seenBy(admin)).disconnect('email-video')).status).toBe(200)
  expect(await disconnectedMailsTo(ownerEmail)).toMatchObject([
    { plain: expect.stringContaining('disconnected Email video from') },
  ])
})

test('someone who no longer manages apps is told so, and the app keeps its access', async () => {
  const [email, adminEmail] = [freshEmail(), freshEmail()]
  const { accountId } = await addAccount(harness.db, { email: freshEmail() })
  const user = await addAgent(harness.db, accountId, { email, role: 'user' })
  const admin = await addAgent(harness.db, accountId, { email: adminEmail, role: 'admin' })
  await harness.db.run(sql`
    insert into email_video_links (account_id, sealed_grant, linked_at)
    values (${accountId}, 'sealed', ${harness.clock.now()})`)
  const { body } = await exchange(harness, partner, await letIn(harness, partner, { email }))
  const { page, disconnect } = await seenBy(admin)
  expect((await page()).apps).toHaveLength(2)
  await harness.db.run(sql`update agents set role = 'user' where id = ${admin}`)
  for (const app of [`lead-mailer:${user}`, 'email-video'])
    expect(await disconnect(app)).toMatchObject({ status: 403, body: { errors: appOfOthers } })
  expect((await whoIs(harness, body.access_token)).status).toBe(200)
  expect((await (await seenBy(user)).disconnect(`lead-mailer:${user}`)).status).toBe(200)
})

test('expired connections are no longer listed', async () => {
  const email = freshEmail()
  const { agentId } = await addAccount(harness.db, { email })
  await exchange(harness, partner, await letIn(harness, partner, { email }))
  await harness.db.run(sql`
    update tokens set expires_at = ${harness.clock.now()}
    where grant_id in (select id from grants where agent_id = ${agentId})`)
  expect((await (await seenBy(agentId)).page()).apps).toEqual([])
})

test('without a session there is no list, nor with a session for billing only', async () => {
  const { agentId } = await addAccount(harness.db, { email: freshEmail(), status: 'past_due' })
  const nobody = await harness.app.inject({ url: '/account/apps/' })
  expect([nobody.statusCode, nobody.headers.location]).toEqual([302, '/login/?next=%2Faccount%2Fapps%2F'])
  expect((await send(harness, disconnectApp, { app: 'x' })).status).toBe(401)
  const { page, disconnect } = await seenBy(agentId, 'billing')
  expect((await page()).headers.location).toBe('/account/billing/')
  expect((await disconnect('x')).status).toBe(403)
})

test('many apps are paged, newest first, each once, and can be disconnected on every page', async () => {
  const { accountId, agentId } = await addAccount(harness.db, { email: freshEmail() })
  await harness.db.run(sql`
    insert into email_video_links (account_id, sealed_grant, linked_at)
    values (${accountId}, 'sealed', ${harness.clock.now()})`)
  await harness.db.run(sql`
    insert into clients (id, name, is_confidential, redirect_uris, scopes, default_scope, created_at)
    select 'many-' || n, 'Many ' || n, true, '{https://many.example/}', '{profile}', 'profile', now() from generate_series(1, 210) n`)
  // Several of the same moment, and moments with microseconds.
  await harness.db.run(sql`
    with granted as (
      insert into grants (client_id, agent_id, scope, created_at)
      select 'many-' || n, ${agentId}::bigint, 'profile', timestamptz '2026-11-01 00:00:00.000123' + n / 5 * interval '1 second'
      from generate_series(1, 210) n returning id
    )
    insert into tokens (token_hash, grant_id, kind, created_at, expires_at)
    select sha256(id::text::bytea), id, 'refresh', now(), ${harness.clock.now()}::timestamptz + interval '1 day' from granted`)
  const { page, disconnect } = await seenBy(agentId)
  const first = await page()
  expect(first.apps).toHaveLength(100)
  expect(first.body).not.toContain('Latest apps')
  const keys = first.apps.map(({ key }) => key)
  let { older } = first
  while (older !== null) {
    const next = await page(older)
    keys.push(...next.apps.map(({ key }) => key))
    older = next.older
  }
  expect([keys.length, new Set(keys).size, keys.at(-1)]).toEqual([211, 211, 'email-video'])
  expect((await disconnect(keys[150] ?? '')).status).toBe(200)
  expect((await disconnect(keys[150] ?? '')).status).toBe(404)
})
