import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { assignableRoles, type Role } from '#contract/accounts/roles.ts'
import { allCalls } from '#contract/calls.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { readOnlyView, wrongScope } from '#contract/wire/server-messages.ts'
import { vacuumChanged } from '#server/platform/db/vacuum.ts'
import { type Answers, committedColumn } from './access-table.ts'
import { addAgent } from './accounts.ts'
import { freshEmail, freshIp } from './fresh.ts'
import type { Harness } from './harness.ts'
import { nameOf, openRecorded, type Route } from './recorded-routes.ts'
import { encode } from './send.ts'
import { signedInAs } from './signed-in.ts'
import { rowsOf, type Tenant } from './tenants.ts'
import { type Named, type Own, whoMay } from './who-may.ts'

export const everyRole = ['owner', ...assignableRoles] as const

/** A URL of an account, and what a request there names. */
export type OwnedRoute = { route: Route; names: Own['names'] }

/** A server, all its URLs, and those of an account. */
export async function openWalk(): Promise<{ harness: Harness; routes: Route[]; owned: OwnedRoute[] }> {
  const { harness, routes } = await openRecorded()
  const owned = routes.flatMap((route) => {
    const who = whoMay(route)
    return typeof who === 'object' ? [{ route, names: who.names }] : []
  })
  return { harness, routes, owned }
}

/**
 * What the product does every half minute, to call before each test. Otherwise statements keep the plans of empty
 * tables: after three hundred accounts, looking up a session took as long as a hundred other statements.
 */
export function refreshPlans({ harness }: { harness: Harness }): Promise<boolean> {
  return vacuumChanged(harness.db, (line) => {
    throw new Error(line)
  })
}

/** The requester, and the account requested. */
export type Asker = { cookie: string; tenant: Tenant; agentId: number }

/** Somebody with this role in the account, who has just signed in. */
export async function askerAs(harness: Harness, role: Role, tenant: Tenant): Promise<Asker> {
  if (role === 'owner') return { tenant, cookie: sessionOf(tenant.owner), agentId: tenant.ownerId }
  const email = freshEmail()
  const agentId = await addAgent(harness.db, tenant.accountId, { email, role })
  return { tenant, cookie: sessionOf(await signedInAs(harness, { email })), agentId }
}

export function sessionOf({ cookies }: { cookies: Record<string, string> }): string {
  return `session=${cookies.session ?? ''}`
}

/**
 * Requests every URL of the account: first those that the table says are refused, which leave the account
 * unchanged; then all others, as someone new after each request with an effect.
 */
export async function requestEverywhere(
  { harness, owned }: { harness: Harness; owned: OwnedRoute[] },
  committed: (address: string) => string | undefined,
  begin: () => Promise<Asker>,
): Promise<Answers> {
  const answers: Answers = new Map(owned.map(({ route }) => [nameOf(route), '']))
  const ask = async ({ route, names }: OwnedRoute, { cookie, tenant, agentId }: Asker) => {
    // Everyone disconnects their own apps; those of others need a role (connected-apps.test.ts).
    const appKey = tenant.appKey.replace(/\d+$/, String(agentId))
    const { answer, body } = await requestAt(harness.app, route, { cookie }, names?.({ ...tenant, appKey }))
    expect(answer, `${nameOf(route)}: ${body.slice(0, 300)}`).not.toMatch(/^5/)
    answers.set(nameOf(route), answer)
    return route.method === 'GET' || isRefusal(route, answer)
  }
  const isRefused = ({ route }: OwnedRoute) => isRefusal(route, committed(nameOf(route)) ?? '')
  let asker: Asker | undefined = await begin()
  const before = await rowsOf(harness, asker.tenant.accountId)
  for (const one of owned.filter(isRefused)) await ask(one, asker)
  expect(await rowsOf(harness, asker.tenant.accountId)).toEqual(before)
  const others = owned.filter((one) => !isRefused(one))
  for (const one of others.toSorted((a, b) => orderOf(a) - orderOf(b))) {
    asker ??= await begin()
    if (!(await ask(one, asker))) asker = undefined
  }
  return answers
}

/** Read-only requests first. */
function orderOf({ route }: OwnedRoute): number {
  return route.method === 'GET' ? 0 : 1
}

/** The committed answer of a column; in a cell with four, the one for this role. */
export function committedAnswers(section: string, column: string, role: Role = 'owner') {
  const answers = committedColumn(section, column)
  return (address: string) => {
    const cell = answers.get(address)?.split(', ') ?? []
    return cell[everyRole.indexOf(role)] ?? cell[0]
  }
}

type Answered = { answer: string; body: string }

/** Makes a request with the body and path parameters that name an object, and returns the answer as a word. */
export async function requestAt(
  app: FastifyInstance,
  route: Route,
  headers: Record<string, string>,
  named: Named = {},
): Promise<Answered> {
  const call = allCalls.find((one) => nameOf({ method: one.method, url: one.path }) === nameOf(route))
  const { payload, type } = call ? encode(call, named.body ?? {}) : {}
  const parts = {
    linkToken: 'made-up',
    step: 'step-1',
    slug: 'made-up',
    number: 'made-up',
    reference: 'made-up',
    ...named.parts,
  }
  const response = await app.inject({
    method: route.method,
    url: fillPath(route.url.replace('*', 'made-up'), parts),
    remoteAddress: freshIp(),
    headers: { ...(type ? { 'content-type': type } : {}), ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
  const { statusCode: status, body } = response
  return { answer: wordFor(status, body, response.headers.location), body }
}

function wordFor(status: number, body: string, location: string | undefined): string {
  if (location?.startsWith('/login/')) return 'sign-in'
  if (location !== undefined) return `to ${location.split('?', 1)[0]}`
  if (status === 401 && body.includes('"step_up":[]')) return 'signed-out'
  if (status !== 403) return String(status)
  if (body.includes('"step_up":[')) return 'step-up'
  if (body.includes(wrongScope)) return 'scope'
  if (body.includes(readOnlyView)) return 'read-only'
  return /Only [^"<]+ of the account can do this/.test(body) ? 'role' : '403'
}

/** An answer that left the requester and the object unchanged. */
export function isRefusal(route: Pick<Route, 'method'>, answer: string): boolean {
  const isRedirected = answer === 'sign-in' || answer.startsWith('to ')
  if (isRedirected) return route.method === 'GET'
  return ['signed-out', 'role', 'scope', 'step-up', 'read-only', '400', '401', '403', '404'].includes(answer)
}
