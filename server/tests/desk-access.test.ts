import { afterAll, beforeAll, expect, test } from 'vitest'
import { deskCalls } from '#contract/desk/desk-calls.ts'
import { type DeskPageName, deskPageOf } from '#contract/desk/desk-pages.ts'
import {
  type DeskPermission,
  leastRoleFor,
  mayAtDesk,
  operatorRoleLabels,
  operatorRoles,
} from '#contract/desk/desk-roles.ts'
import { roleForbidden } from '#contract/desk/sign-in.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { changeOperatorRole, disableOperator } from '#server/identity/operators/change-operators.ts'
import { beginOperatorStep, endSessionsOfOperator } from '#server/identity/operators/operator-sessions.ts'
import { type Answers, compareColumn, ofDesk } from '#server/test-kit/access-table.ts'
import { hashTables } from '#server/test-kit/all-rows.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { nameOf, type Route, recordRoutes } from '#server/test-kit/recorded-routes.ts'
import { encode } from '#server/test-kit/send.ts'
import { deskFiles } from '#server/test-kit/who-may-at-desk.ts'

let harness: Harness
let desk: TestDesk
let routes: Route[]

beforeAll(async () => {
  harness = await openHarness()
  const recorded = await recordRoutes(() => openDesk(harness))
  desk = recorded.opened
  routes = recorded.routes.filter(({ url }) => url.startsWith('/desk/') && !url.startsWith('/desk/assets/'))
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

const pagesByAddress = new Map(
  (Object.keys(deskPageOf) as DeskPageName[]).map((name) => [
    `GET ${deskPageOf[name].path}`,
    deskPageOf[name],
  ]),
)

const callAt = (route: Route) =>
  deskCalls.find((one) => nameOf({ method: one.method, url: one.path }) === nameOf(route))

/** Undefined: no access rule for the URL. */
function permissionOf(route: Route): DeskPermission | 'before-sign-in' | undefined {
  const page = pagesByAddress.get(nameOf(route))
  return page ? (page.permission ?? 'before-sign-in') : (deskFiles[nameOf(route)] ?? callAt(route)?.who)
}

/** The URLs that need an operator. */
const guarded = () =>
  routes.flatMap((route) => {
    const permission = permissionOf(route)
    return permission && permission !== 'before-sign-in' ? [{ route, permission }] : []
  })

async function ask(route: Route, cookie: string) {
  const call = callAt(route)
  const { payload, type } = call ? encode(call, {}) : {}
  const url = fillPath(route.url, {
    number: '999999',
    id: '999999',
    linkToken: 'made-up',
    month: '2026-11',
    name: 'made-up',
    figure: 'new',
  })
  const response = await desk.app.inject({
    method: route.method,
    url,
    remoteAddress: freshIp(),
    headers: { cookie, ...(type ? { 'content-type': type } : {}) },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: response.statusCode, location: response.headers.location ?? '', body: response.body }
}

const strangers: [string, () => Promise<string>][] = [
  ['nobody', async () => ''],
  ['someone with a made-up cookie', async () => 'desk_session=made-up'],
  [
    'an operator before the second step',
    async () => {
      const { id } = await desk.as('admin')
      const origin = { ip: '203.0.113.0', device: 'Chrome on Linux' }
      return `desk_session=${await beginOperatorStep(harness.db, id, origin, harness.clock.now())}`
    },
  ],
  [
    'a disabled operator',
    async () => {
      await desk.as('admin')
      const operator = await desk.as('admin')
      await disableOperator(harness, { email: operator.email, actor: 'operator:tests' })
      return operator.cookie
    },
  ],
  [
    'an operator whose session has ended',
    async () => {
      const operator = await desk.as('admin')
      await endSessionsOfOperator(harness.db, operator.id, harness.clock.now())
      return operator.cookie
    },
  ],
]

const isSignedOut = ({ isPage }: Route, { status, location }: Awaited<ReturnType<typeof ask>>) =>
  isPage ? status === 302 && location.startsWith('/desk/sign-in/') : status === 401

/** The answer as a word of the table. */
function wordFor(route: Route, answer: Awaited<ReturnType<typeof ask>>): string {
  if (isSignedOut(route, answer)) return 'signed-out'
  const isForRole = Object.values(operatorRoleLabels).some((role) =>
    answer.body.includes(roleForbidden(role)),
  )
  return answer.status === 403 && isForRole ? 'role' : String(answer.status)
}

test('every page and call of the desk has a route, and every url an access rule', () => {
  const known = new Set(routes.map(nameOf))
  expect([...pagesByAddress.keys()].filter((name) => !known.has(name))).toEqual([])
  expect(
    routes.filter((route) => permissionOf(route) === undefined).map(nameOf),
    'Say in contract/desk who may ask there; for a file, in server/test-kit/who-may-at-desk.ts',
  ).toEqual([])
  expect(Object.keys(deskFiles).filter((name) => !known.has(name))).toEqual([])
})

test.each(strangers)(
  '%s is sent to the sign-in by every page, refused by every call, and changes nothing',
  async (who, be) => {
    const cookie = await be()
    const before = await hashTables(harness)
    const answers: Answers = new Map()
    for (const { route } of guarded()) answers.set(nameOf(route), wordFor(route, await ask(route, cookie)))
    expect(await hashTables(harness)).toEqual(before)
    compareColumn(ofDesk, who, answers)
  },
)

test.each(operatorRoles)(
  '%s reaches what the role allows, is refused everything else, and thereby changes nothing',
  async (role) => {
    const answers: Answers = new Map(guarded().map(({ route }) => [nameOf(route), '']))
    const isAllowed = ({ permission }: { permission: DeskPermission }) => mayAtDesk(role, permission)
    const refused = await desk.as(role)
    const before = await hashTables(harness)
    for (const { route } of guarded().filter((one) => !isAllowed(one)))
      answers.set(nameOf(route), wordFor(route, await ask(route, refused.cookie)))
    expect(await hashTables(harness)).toEqual(before)
    let operator: TestOperator | undefined
    for (const { route } of guarded().filter(isAllowed)) {
      // Some calls end their own session.
      operator = operator && route.method === 'GET' ? operator : await desk.as(role)
      const answer = await ask(route, operator.cookie)
      expect(answer.status, `${nameOf(route)}: ${answer.body.slice(0, 300)}`).toBeLessThan(500)
      answers.set(nameOf(route), wordFor(route, answer))
    }
    compareColumn(ofDesk, role, answers)
  },
)

test('a role removed in the middle of a session counts from the next request on', async () => {
  await desk.as('admin')
  const operator = await desk.as('admin')
  for (const { role, isRefused } of [
    { role: 'reader', isRefused: true },
    { role: 'admin', isRefused: false },
  ]) {
    await changeOperatorRole(harness, { email: operator.email, actor: 'operator:tests', role })
    for (const { route, permission } of guarded().filter(({ permission }) => permission !== 'read')) {
      if (route.method !== 'GET') continue
      const { status, body } = await ask(route, operator.cookie)
      const isForRole = status === 403 && body.includes(roleForbidden(leastRoleFor(permission)))
      expect(isForRole, `${role}: ${nameOf(route)}: ${status}`).toBe(isRefused)
    }
  }
})
