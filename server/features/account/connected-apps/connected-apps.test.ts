import { afterAll, beforeAll, expect, test } from 'vitest'
import { disconnectApp } from '#contract/features/connected-apps/calls.ts'
import { beginSession } from '#server/identity/sessions.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { type House, openHouse } from '#server/test-kit/app.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { addTestPartner, exchange, letIn, type Partner, whoIs } from '#server/test-kit/partners.ts'
import { send } from '#server/test-kit/send.ts'
import { valuesIn } from '#server/test-kit/signed-in.ts'

let house: House
let partner: Partner

beforeAll(async () => {
  house = await openHouse({ now: '2026-11-15T03:00:00.000Z' })
  partner = await addTestPartner(house, { name: 'Lead Mailer' })
})
afterAll(() => house.close())

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

/** Signs a person in and shows the list, and ends what is in it. */
async function seenBy(agentId: number, reach: 'account' | 'billing' = 'account') {
  const session = await beginSession(house.db, agentId, reach, visit, house.clock.now())
  const cookie = `session=${session}`
  return {
    page: async () => {
      const { body, statusCode, headers } = await house.app.inject({
        url: '/account/apps/',
        headers: { cookie },
      })
      return { statusCode, headers, body, apps: valuesIn(body).apps }
    },
    disconnect: (app: string) => send(house, disconnectApp, { app }, { headers: { cookie } }),
  }
}

test('the list tells which partner, what for, since when, last used and by whom', async () => {
  const email = freshEmail()
  const { agentId } = await addAccount(house.db, { email })
  const { page } = await seenBy(agentId)
  expect((await page()).apps).toEqual([])
  expect((await page()).body).toContain('Nobody is connected')
  const { body } = await exchange(
    house,
    partner,
    await letIn(house, partner, { email, scope: 'profile leads' }),
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
  await whoIs(house, body.access_token)
  await exchange(house, partner, await letIn(house, partner, { email }))
  expect((await page()).apps).toEqual([{ ...app, lastUsed: 'Nov 14, 2026' }])
  expect((await page()).headers['cache-control']).toBe('no-store')
})

test('disconnecting ends every token at once, and only of that partner', async () => {
  const email = freshEmail()
  const { agentId } = await addAccount(house.db, { email })
  const other = await addTestPartner(house)
  const tokens = []
  for (const one of [partner, partner, other])
    tokens.push((await exchange(house, one, await letIn(house, one, { email }))).body.access_token)
  const { page, disconnect } = await seenBy(agentId)
  expect(await disconnect(`lead-mailer:${agentId}`)).toMatchObject({
    status: 200,
    body: { data: { status: 'disconnected' } },
  })
  const statuses = await Promise.all(tokens.map(async (token) => (await whoIs(house, token)).status))
  expect(statuses).toEqual([401, 401, 200])
  expect((await page()).apps).toHaveLength(1)
  expect((await disconnect(`lead-mailer:${agentId}`)).status).toBe(404)
})

test('an owner sees and ends what everyone let in; everyone else only their own', async () => {
  const [ownerEmail, userEmail] = [freshEmail(), freshEmail()]
  const { accountId, agentId: owner } = await addAccount(house.db, { email: ownerEmail })
  const user = await addAgent(house.db, accountId, { email: userEmail, role: 'user', name: ['Sam', 'Lee'] })
  const stranger = await addAccount(house.db, { email: freshEmail() })
  for (const email of [ownerEmail, userEmail])
    await exchange(house, partner, await letIn(house, partner, { email }))
  const names = async (agentId: number) =>
    ((await (await seenBy(agentId)).page()).apps as { by: string }[]).map(({ by }) => by).sort()
  expect(await names(owner)).toEqual(['Sam Lee', 'You'])
  expect(await names(user)).toEqual(['You'])
  expect(await names(stranger.agentId)).toEqual([])
  expect((await (await seenBy(user)).disconnect(`lead-mailer:${owner}`)).status).toBe(404)
  expect((await (await seenBy(stranger.agentId)).disconnect(`lead-mailer:${user}`)).status).toBe(404)
  expect((await (await seenBy(owner)).disconnect(`lead-mailer:${user}`)).status).toBe(200)
  expect(await names(owner)).toEqual(['You'])
})

test('the email-video partner is in the list of the owner, who can end it', async () => {
  const email = freshEmail()
  const { accountId, agentId: owner } = await addAccount(house.db, { email: freshEmail() })
  const user = await addAgent(house.db, accountId, { email, role: 'user' })
  await house.db.run(sql`
    insert into email_video_links (account_id, sealed_grant, linked_at)
    values (${accountId}, 'sealed', ${house.clock.now()})`)
  const { page, disconnect } = await seenBy(owner)
  expect((await page()).apps).toMatchObject([
    { key: 'email-video', name: 'Email video', since: 'Nov 14, 2026' },
  ])
  const other = await seenBy(user)
  expect([(await other.page()).apps, (await other.disconnect('email-video')).status]).toEqual([[], 404])
  expect([(await disconnect('email-video')).status, (await page()).apps]).toEqual([200, []])
  expect((await disconnect('email-video')).status).toBe(404)
})

test('what has run out is not listed any more', async () => {
  const email = freshEmail()
  const { agentId } = await addAccount(house.db, { email })
  await exchange(house, partner, await letIn(house, partner, { email }))
  await house.db.run(sql`
    update tokens set expires_at = ${house.clock.now()}
    where grant_id in (select id from grants where agent_id = ${agentId})`)
  expect((await (await seenBy(agentId)).page()).apps).toEqual([])
})

test('without a session there is no list, and a session for billing does not reach it', async () => {
  const { agentId } = await addAccount(house.db, { email: freshEmail(), status: 'past_due' })
  const nobody = await house.app.inject({ url: '/account/apps/' })
  expect([nobody.statusCode, nobody.headers.location]).toEqual([302, '/login/?next=%2Faccount%2Fapps%2F'])
  expect((await send(house, disconnectApp, { app: 'x' })).status).toBe(401)
  const { page, disconnect } = await seenBy(agentId, 'billing')
  expect((await page()).headers.location).toBe('/account/billing/')
  expect((await disconnect('x')).status).toBe(403)
})
