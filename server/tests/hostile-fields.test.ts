import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { allCalls } from '#contract/calls.ts'
import { deskCalls } from '#contract/desk/desk-calls.ts'
import { submitted, unfinished } from '#contract/features/sign-up/bodies.ts'
import type { Call } from '#contract/wire/call.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { addFeedKey } from '#server/accounts/feed/keys.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { hashTables } from '#server/test-kit/all-rows.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { encode } from '#server/test-kit/send.ts'
import { openTenant } from '#server/test-kit/tenants.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness({ environment: { PASSWORD_HASHES_WAITING: '10000' } })
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

/** One value of each kind that may confuse a field. The first one throws when converted to text. */
const hostileValues: unknown[] = [
  { toString: 1 },
  [],
  [null],
  null,
  true,
  -1,
  1e308,
  2 ** 53,
  '9'.repeat(30),
  '\u202e\u200b',
  `${'x'.repeat(199)}😀`,
  '0000-01-01',
  '275760-09-13',
  'constructor',
]

type Asked = { call: Call; field: string; value: unknown }

/** Each value in all fields at once, then the worst one in each field alone. */
function hostileRequests(calls: readonly Call[]): Asked[] {
  return calls.flatMap((call) => {
    const fields = fieldsOf(call)
    if (fields.length === 0) return []
    const everywhere = hostileValues.map((value) => ({ call, field: '*', value }))
    return [...everywhere, ...fields.map((field) => ({ call, field, value: hostileValues[0] }))]
  })
}

function fieldsOf({ body, path }: Call): string[] {
  const bodies = { '/rest/auth/sign-up/': unfinished, '/rest/auth/sign-up/submit/': submitted }[path]
  if (!bodies) return Object.keys(shapeOf(body))
  return [...new Set(Object.values(bodies).flatMap(({ _zod }) => Object.keys(shapeOf(_zod.def.in))))]
}

function shapeOf(body: z.core.$ZodType): Record<string, unknown> {
  return 'shape' in body ? (body.shape as Record<string, unknown>) : {}
}

type Sender = { app: TestDesk['app']; headers: Record<string, string> }
let requests = 0

async function ask({ app, headers }: Sender, { call, field, value }: Asked) {
  const names = field === '*' ? fieldsOf(call) : [field]
  const fields = Object.fromEntries(names.map((name) => [name, value]))
  const { payload, type } = encode(call, fields)
  const path = fillPath(call.path, { number: '999999', linkToken: 'made-up', prefix: 'AAAAA' })
  const query =
    call.encoding === 'query'
      ? names.map((name) => `${name}=1&${name}=${encodeURIComponent(textOf(value))}`)
      : []
  requests += 1
  const response = await app.inject({
    method: call.method,
    url: `${path}?${query.join('&')}`,
    // A different one each time; otherwise the rate limits would answer everything.
    remoteAddress: `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
    headers: { ...headers, ...(type ? { 'content-type': type } : {}) },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: response.statusCode, body: response.body }
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Where attempts are counted, including refused ones. */
const counted = ['public.limits', 'public.failed_sign_ins']

/** Sends everything; each refusal has its own message, and repeated has written nothing. */
async function askAll(calls: readonly Call[], sender: () => Promise<Sender>) {
  const refused: Asked[] = []
  const wrong: string[] = []
  let who = await sender()
  for (const request of hostileRequests(calls)) {
    const { status, body } = await ask(who, request)
    // Some calls of the account end their own session.
    if (status === 401 && request.call.path.startsWith('/rest/account/')) who = await sender()
    const told = `${request.call.path} ${request.field} ${JSON.stringify(request.value)}: ${status} ${body.slice(0, 200)}`
    if (status >= 500 || /Invalid input|node_modules/.test(body)) wrong.push(told)
    if (status === 400) refused.push(request)
  }
  expect(wrong).toEqual([])
  expect(refused.length).toBeGreaterThan(calls.length)
  who = await sender()
  const before = await hashTables(harness)
  for (const request of refused) await ask(who, request)
  const after = await hashTables(harness)
  expect(
    Object.keys(after).filter((table) => after[table] !== before[table] && !counted.includes(table)),
  ).toEqual([])
}

test("any value in a customer call's field is refused with a reason, and writes nothing", async () => {
  const key = await addFeedKey(harness.db, 'tests', harness.clock.now())
  if (isRefused(key)) throw new Error('There is a key of this name already')
  await askAll(allCalls, async () => {
    const { owner } = await openTenant(harness)
    return {
      app: harness.app,
      headers: { cookie: `session=${owner.cookies.session ?? ''}`, authorization: `Bearer ${key.key}` },
    }
  })
}, 300_000)

test("any value in a desk call's field is refused with a reason, and writes nothing", async () => {
  const admin = await desk.as('admin')
  await askAll(deskCalls, async () => ({ app: desk.app, headers: { cookie: admin.cookie } }))
}, 300_000)
