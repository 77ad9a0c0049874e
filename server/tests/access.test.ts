import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allCalls } from '#contract/calls.ts'
import { pages } from '#contract/pages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Answers, compareColumn, ofAccount, ofOthers } from '#server/test-kit/access-table.ts'
import {
  askerAs,
  committedAnswers,
  everyRole,
  isRefusal,
  openWalk,
  refreshPlans,
  requestAt,
  requestEverywhere,
  sessionOf,
} from '#server/test-kit/access-walk.ts'
import { openDesk } from '#server/test-kit/desk.ts'
import { nameOf, type Route } from '#server/test-kit/recorded-routes.ts'
import { addProtected, typePassword } from '#server/test-kit/second-factor.ts'
import { openView } from '#server/test-kit/see-as.ts'
import { openTenant, rowsOf, type Tenant } from '#server/test-kit/tenants.ts'
import { whoMay } from '#server/test-kit/who-may.ts'

let walk: Awaited<ReturnType<typeof openWalk>>
beforeAll(async () => {
  walk = await openWalk()
})
afterAll(() => walk.harness.close())
beforeEach(() => refreshPlans(walk))

test('every page of the contract has a route', () => {
  const known = new Set(walk.routes.flatMap((route) => (route.isPage ? [nameOf(route)] : [])))
  const missing = Object.entries(pages).filter(([, url]) => !known.has(nameOf({ method: 'GET', url })))
  expect(missing, 'Join it with its values in the routes of its feature').toEqual([])
})

test('every url is listed with who may request it', () => {
  const unknown = walk.routes.filter((route) => whoMay(route) === undefined).map(nameOf)
  expect(unknown, 'Register it as a call, a page or a file of the contract').toEqual([])
  expect(walk.owned.length).toBeGreaterThan(15)
})

test('what names a thing says whose it is', () => {
  const nameless = walk.owned.filter(({ route, names }) => {
    const call = allCalls.find((one) => nameOf({ method: one.method, url: one.path }) === nameOf(route))
    const fields = Object.keys((call?.body as { shape?: object } | undefined)?.shape ?? {})
    const takesAName = route.url.includes(':') || fields.some((field) => field.endsWith('_id'))
    return takesAName && !names
  })
  expect(nameless.map(({ route }) => nameOf(route))).toEqual([])
})

const nothingLeaks = (body: string, { marks }: Tenant, route: Route) =>
  expect(
    marks.filter((mark) => body.includes(mark)),
    nameOf(route),
  ).toEqual([])

const outsiders: [string, () => Promise<string>][] = [
  ['signed out', async () => ''],
  [
    // Its token is not a session, in any cookie.
    'before the code',
    async () => {
      const { email } = await addProtected(walk.harness)
      const { cookies } = await typePassword(walk.harness, email)
      const secondStep = cookies['second-step'] ?? ''
      expect(secondStep).not.toBe('')
      return `session=${secondStep}; second-step=${secondStep}`
    },
  ],
]

test.each(outsiders)(
  'someone %s is sent to the sign-in by every page, refused by every call, and changes nothing',
  async (who, be) => {
    const { harness } = walk
    const [tenant, cookie] = [await openTenant(harness, { hasPasskey: true }), await be()]
    const before = await rowsOf(harness, tenant.accountId)
    const answers: Answers = new Map()
    for (const { route, names } of walk.owned) {
      const { answer, body } = await requestAt(harness.app, route, { cookie }, names?.(tenant))
      nothingLeaks(body, tenant, route)
      answers.set(nameOf(route), answer)
    }
    expect(await rowsOf(harness, tenant.accountId)).toEqual(before)
    compareColumn(ofAccount, who, answers)
  },
)

test('another owner reaches nothing of the account at any url, and changes nothing in it', async () => {
  const { harness } = walk
  const tenant = await openTenant(harness, { hasPasskey: true })
  const before = await rowsOf(harness, tenant.accountId)
  const answers: Answers = new Map()
  let other: Tenant | undefined
  for (const { route, names } of walk.owned) {
    other ??= await openTenant(harness, { hasPasskey: true })
    const { answer, body } = await requestAt(
      harness.app,
      route,
      { cookie: sessionOf(other.owner) },
      names?.(tenant),
    )
    if (names) expect(['role', '403', '404'], `${nameOf(route)}: ${body.slice(0, 300)}`).toContain(answer)
    nothingLeaks(body, tenant, route)
    answers.set(nameOf(route), answer)
    // Some requests change or end their own session.
    if (route.method !== 'GET' && !isRefusal(route, answer)) other = undefined
  }
  expect(await rowsOf(harness, tenant.accountId)).toEqual(before)
  compareColumn(ofAccount, 'other owner', answers)
})

test.each(everyRole)(
  '%s reaches what the role allows, is refused everything else, and thereby changes nothing',
  async (role) => {
    const { harness } = walk
    const answers = await requestEverywhere(walk, committedAnswers(ofAccount, role), async () =>
      askerAs(harness, role, await openTenant(harness, { hasPasskey: role === 'owner' })),
    )
    // So that others' refusals concern ownership.
    for (const { route, names } of role === 'owner' ? walk.owned : [])
      if (names) expect(answers.get(nameOf(route)), nameOf(route)).toBe('200')
    compareColumn(ofAccount, role, answers)
  },
  120_000,
)

test("an operator's view shows the pages of the account, and changes nothing", async () => {
  const { harness } = walk
  const desk = await openDesk(harness)
  const tenant = await openTenant(harness, { hasPasskey: true })
  const { pin } = await harness.db.one<{ pin: string }>(
    sql`select pin from accounts where id = ${tenant.accountId}`,
  )
  const { cookie } = await openView(harness, desk, await desk.as('admin'), { pin, agentId: tenant.ownerId })
  const before = await rowsOf(harness, tenant.accountId)
  const answers: Answers = new Map()
  for (const { route, names } of walk.owned) {
    const headers = { 'sec-fetch-dest': 'iframe', cookie }
    answers.set(nameOf(route), (await requestAt(desk.app, route, headers, names?.(tenant))).answer)
  }
  expect(await rowsOf(harness, tenant.accountId)).toEqual(before)
  await desk.close()
  compareColumn(ofAccount, 'view', answers)
})

test('public urls reveal no account to anyone', async () => {
  const { harness } = walk
  const tenant = await openTenant(harness, { hasPasskey: true })
  const { owner: other } = await openTenant(harness, { hasPasskey: true })
  for (const [who, cookie] of [
    ['signed out', ''],
    ['other owner', sessionOf(other)],
  ] as const) {
    const answers: Answers = new Map()
    for (const route of walk.routes) {
      const access = whoMay(route)
      if (typeof access === 'object') continue
      // Routes of the embedded start are skipped: they wait, or send.
      if (access === 'demo') {
        answers.set(nameOf(route), access)
        continue
      }
      const { answer, body } = await requestAt(harness.app, route, { cookie })
      expect(answer, nameOf(route)).not.toMatch(/^5/)
      nothingLeaks(body, tenant, route)
      answers.set(nameOf(route), answer)
    }
    compareColumn(ofOthers, who, answers)
  }
})
