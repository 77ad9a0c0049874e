import * as z from 'zod/mini'
import { allCalls } from '#contract/calls.ts'
import type { Call } from '#contract/wire/call.ts'
import { fc } from '../../scripts/properties.ts'
import { signPayload } from './payments.ts'
import { nameOf, type Route } from './recorded-routes.ts'
import { encode } from './send.ts'
import { goodLegacySignUp, goodSignUp } from './sign-ups.ts'

/** Lengths at which texts are truncated: an emoji across that limit must not be split. */
const cutLengths = [8, 16, 60, 100, 120, 128, 200, 255, 400, 500, 2000, 4001, 4096]

export const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\u0000',
      'a\u0000b',
      '\ud800',
      'a\udc00b',
      '\ud83d',
      '\u202e',
      '\u200b',
      '\r\nBcc: a@b.co',
      '\u2028',
    ],
    ...["'; drop table agents; --", '<script>', '%00', '%', '%E0%A4%A', '../..', '__proto__', 'constructor'],
    ...[
      '9'.repeat(30),
      '9223372036854775808',
      '-1',
      '1e99',
      '1e9',
      'NaN',
      'Infinity',
      '0x10',
      'true',
      'null',
    ],
    ...['0000-01-01', '9999-12-31', '275760-09-13', '9999-12', '999999999999999.999999999999999'],
    ...['agent@example.com', 'not an email', '999999', '204518', 'password1', 'x'.repeat(5000)],
  ),
  fc.constantFrom(...cutLengths).map((length) => `${'x'.repeat(length - 1)}😀`),
)

const hostileValue = fc.oneof(
  hostileText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, 0, -1, 1.5, 1e21, 1e308, Number.MAX_SAFE_INTEGER, 2 ** 31, 2 ** 53),
  // Throws when converted to text.
  fc.constant({ toString: 1 }),
  fc.integer(),
)

const strangeKey = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    '',
    'email',
    'password',
    'pin',
    'code',
    'total',
    'mls',
  ),
  fc.string({ maxLength: 20 }),
)

export const hostileBody = fc.dictionary(strangeKey, hostileValue, { maxKeys: 12, noNullPrototype: true })

/** One request to one URL, as some kind of visitor, sent this many times at once. */
export type HostileCase = {
  route: Route
  url: string
  payload: string | undefined
  type: string | undefined
  who: 'visitor' | 'signed in'
  times: number
}

export function hostileCase(
  routes: readonly Route[],
  calls: readonly Call[] = allCalls,
): fc.Arbitrary<HostileCase> {
  return fc.constantFrom(...routes).chain((route) => {
    const call = calls.find((one) => nameOf({ method: one.method, url: one.path }) === nameOf(route))
    return fc
      .record({
        route: fc.constant(route),
        url: urlOf(route),
        who: fc.constantFrom('visitor', 'signed in', 'signed in'),
        times: fc.constantFrom(1, 1, 1, 1, 2, 5),
      })
      .chain((request) => bodyFor(route, call).map((body) => ({ ...request, ...body })))
  })
}

/** Every path parameter and any query, encoded as a browser does it, or raw as no browser does. */
function urlOf({ url }: Route): fc.Arbitrary<string> {
  const part = fc.oneof(
    hostileText.map(encoded),
    fc.constantFrom('%00', '%', '%E0%A4%A', '%ff', 'step-1', '1', 'x'),
  )
  const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...queryNames), strangeKey), hostileText), {
    maxLength: 4,
  })
  return fc.tuple(fc.array(part, { minLength: 3, maxLength: 3 }), query).map(([parts, pairs]) => {
    let next = 0
    const path = url.replace(/:\w+|\*/g, () => parts[next++ % parts.length] || 'x')
    const request = pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
    return request === '' ? path : `${path}?${request}`
  })
}

const queryNames = [
  ...[
    'status',
    'extraData',
    'mr',
    'plan-name',
    'back-url',
    'single',
    'triple',
    'lead',
    'pin',
    'code',
    'checked',
  ],
  ...[
    'client_id',
    'redirect_uri',
    'state',
    'scope',
    'mail',
    'to',
    'paid',
    'saved',
    'changed',
    'dialog',
    'layout',
  ],
  ...['q', 'kind', 'kinds', 'before', 'after', 'from', 'operator', 'action', 'account', 'request'],
  ...['month', 'part', 'bill', 'person', 'show', 'next'],
]

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

type Body = Pick<HostileCase, 'payload' | 'type'>

function bodyFor(route: Route, call: Call | undefined): fc.Arbitrary<Body> {
  if (route.method === 'GET') return fc.constant({ payload: undefined, type: undefined })
  const encoding = call ?? { encoding: route.isPage ? 'multipart' : 'json' }
  const written = nearlyGood(route, call).map((body) => {
    const { payload, type } = encode(encoding as Call, body)
    return { payload, type }
  })
  return fc.oneof({ arbitrary: written, weight: 6 }, { arbitrary: broken, weight: 1 })
}

/** Mostly valid input with one thing wrong, so that some cases get past the first check. */
function nearlyGood(route: Route, call: Call | undefined): fc.Arbitrary<Record<string, unknown>> {
  if (route.url === '/rest/gateway/notices/') return signedNonsense
  if (route.url.startsWith('/rest/auth/sign-up/') && call?.formOf) {
    return fc
      .tuple(fc.constantFrom(goodSignUp, goodLegacySignUp), fc.nat(), hostileValue)
      .map(([good, at, value]) => {
        const body: Record<string, unknown> = good()
        const names = Object.keys(body)
        return { ...body, [names[at % names.length] ?? 'email']: value }
      })
  }
  const names =
    call?.body instanceof z.ZodMiniObject ? Object.keys(call.body.shape) : ['email', 'password', 'pin']
  const known = fc.dictionary(fc.constantFrom(...(names.length > 0 ? names : ['email'])), hostileValue, {
    maxKeys: 12,
    noNullPrototype: true,
  })
  return fc.oneof({ arbitrary: known, weight: 3 }, { arbitrary: hostileBody, weight: 1 })
}

const signedNonsense = fc
  .oneof(
    fc.record({
      kind: fc.oneof(fc.constantFrom('dispute', 'refund', 'void'), hostileText),
      reference: hostileValue,
      amount: hostileValue,
    }),
    fc.record({
      kind: fc.constant('dispute'),
      state: fc.oneof(fc.constantFrom('opened', 'won', 'lost'), hostileText),
      reference: fc.constant('charge-1'),
      amount: fc.constant(100),
      dispute: hostileValue,
      openedOn: fc.oneof(fc.constantFrom('2026-02-30', '0000-01-01', '2026-11-16'), hostileText),
      at: fc.oneof(fc.constantFrom('2026-11-16T25:00:00Z', '2026-11-16T12:00:00Z'), hostileText),
    }),
    hostileValue,
  )
  .map((notice) => {
    const payload = Buffer.from(JSON.stringify(notice) ?? '').toString('base64')
    const signed = signPayload(payload)
    return { bt_payload: payload, bt_signature: signed.signature }
  })

const broken: fc.Arbitrary<Body> = fc.record({
  payload: fc.oneof(
    hostileText,
    fc.constantFrom(
      '{',
      '[]',
      'null',
      '"text"',
      '{"a":"\\ud83d"}',
      '{"__proto__":{"isAdmin":true}}',
      '[['.repeat(3000),
    ),
  ),
  type: fc.constantFrom(
    ...[
      'application/json',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'text/plain',
      undefined,
    ],
    'application/x-www-form-urlencoded',
  ),
})
