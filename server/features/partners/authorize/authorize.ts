import type { FastifyInstance } from 'fastify'
import * as signInMessages from '#contract/accounts/sign-in.ts'
import {
  authorize as authorizeCall,
  authorizeZapier as authorizeZapierCall,
  STATE_AT_MOST,
} from '#contract/features/authorize.ts'
import type { PageValues } from '#contract/page-values.ts'
import * as partnerMessages from '#contract/partners/messages.ts'
import { describeScopes } from '#contract/partners/scopes.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Query } from '#contract/wire/query.ts'
import { partnerAccessOf } from '#server/accounts/status-rules.ts'
import type { Deps } from '#server/deps.ts'
import type { Agent } from '#server/identity/agents.ts'
import { findByPassword } from '#server/identity/credentials.ts'
import { findClient, issueCode, wayBack } from '#server/identity/partners.ts'
import { beginSecondStep } from '#server/identity/second-steps.ts'
import { originOf } from '#server/identity/sessions.ts'
import { page } from '#server/platform/http/pages.ts'
import { route } from '#server/platform/http/route.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { attempt, isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { readSettings } from '#server/platform/settings.ts'
import { checkRequest, requestIn } from './checks.ts'

type Body = ParsedBodyOf<typeof authorizeCall>
type AuthorizeDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'config'>

/** A correct password yields a code for the partner and the URL to return to, or first leads to the second step. */
async function authorize(
  deps: AuthorizeDeps,
  body: Body,
  visitor: Visitor,
): Promise<AnswerOf<typeof authorizeCall>> {
  const { db, clock, config } = deps
  const checked = checkRequest(body, await findClient(db, body.client_id))
  if (checked.kind === 'strange') throw refuse('invalid-fields', { errors: checked.text })
  const withWayBack = (refused: Refused) => ({ ...refused, also: { go_back_uri: declined(body, config) } })
  if (checked.kind === 'wrong') throw withWayBack(refuse('invalid-fields', { errors: checked.text }))

  const askedAt = clock.now()
  const agent = await attempt(findByPassword(deps, body, visitor))
  if (isRefused(agent)) throw withWayBack(inOneText(agent))
  const closed = whyClosed(agent, config.provider.brandName)
  if (closed !== undefined) throw withWayBack(refuse('invalid-fields', { errors: closed }))

  const request = {
    clientId: checked.client.id,
    redirectUri: body.redirect_uri,
    scope: checked.scope,
    codeChallenge: body.code_challenge,
    vendorUserId: body.vendor_user_id,
    type: body.type,
    origin: originOf(visitor),
  }
  const goal = { kind: 'authorize', request, state: body.state } as const
  const secondStep = await beginSecondStep(deps, agent.id, goal, visitor, askedAt)
  if (secondStep !== undefined) return { redirect_uri: secondStep }
  const code = await issueCode(db, agent, request, clock.now())
  if (code === undefined) throw withWayBack(refuse('wrong-credentials'))
  return { redirect_uri: wayBack(body.redirect_uri, { code, state: body.state, iss: config.publicUrl }) }
}

/** Adds the return URL to validation errors, the same as for a wrong password. */
async function addWayBack(
  { db, config }: Pick<AuthorizeDeps, 'db' | 'config'>,
  refused: Refused,
  raw: Record<string, unknown>,
): Promise<Refused> {
  const request = requestIn((name) => (typeof raw[name] === 'string' ? raw[name] : ''))
  const checked = checkRequest(request, await findClient(db, request.client_id))
  return checked.kind === 'strange'
    ? refused
    : { ...refused, also: { go_back_uri: declined(request, config) } }
}

/** The Zapier screen has its own link back, so the answer has no go_back_uri. */
async function authorizeZapier(
  deps: AuthorizeDeps,
  body: Body,
  visitor: Visitor,
): Promise<AnswerOf<typeof authorizeCall>> {
  const answer = await attempt(authorize(deps, body, visitor))
  if (!isRefused(answer)) return answer
  const { also: _, ...refused } = answer
  throw refused
}

/** A state over the limit was truncated and would not match the partner's, so it is omitted. */
function declined(
  { redirect_uri, state }: Pick<Body, 'redirect_uri' | 'state'>,
  { publicUrl }: { publicUrl: string },
): string {
  const returned = state.length <= STATE_AT_MOST ? state : ''
  return wayBack(redirect_uri, { error: 'access_denied', state: returned, iss: publicUrl })
}

/**
 * This call returns a single message; the only field error a password check can return is the account
 * number's.
 */
function inOneText(refused: Refused): Refused {
  return typeof refused.errors === 'object' ? { ...refused, errors: signInMessages.chooseAccount } : refused
}

/** Why this account accepts no partner, or undefined if it does. */
function whyClosed(agent: Agent, brandName: string): string | undefined {
  switch (partnerAccessOf(agent)) {
    case 'open':
      return undefined
    case 'closed':
      return partnerMessages.accountClosed
    case 'suspended':
      return partnerMessages.accountSuspended(brandName)
    case 'ended':
      return partnerMessages.accountEnded
    case 'being set up':
      return partnerMessages.accountBeingSetUp
    case 'sign-up unfinished':
      return partnerMessages.signUpFirst
  }
}

/** Shows which partner asks and for what, before the person types anything. */
async function showAuthorize({ db }: Pick<Deps, 'db'>, query: Query): Promise<PageValues['authorize']> {
  const { systemStatus } = await readSettings(db)
  const request = requestIn((name) => query[name] ?? '')
  const client = /\0/.test(request.client_id) ? undefined : await findClient(db, request.client_id)
  const checked = checkRequest(request, client)
  switch (checked.kind) {
    case 'strange':
      return { systemStatus, partner: null, problem: checked.text }
    case 'wrong':
      return { systemStatus, partner: { ...faceOf(checked.client), allows: [] }, problem: checked.text }
    case 'in-order': {
      const allows = describeScopes(checked.scope)
      return { systemStatus, partner: { ...faceOf(checked.client), allows }, problem: '' }
    }
  }
}

function faceOf({ name, logo }: { name: string; logo: string }) {
  return { name, logo }
}

export function authorizeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, authorizeCall, (body, visitor) => authorize(deps, body, visitor), {
    whenMalformed: (refused, raw) => addWayBack(deps, refused, raw),
  })
  route(app, authorizeZapierCall, (body, visitor) => authorizeZapier(deps, body, visitor))
  for (const name of ['authorize', 'authorize-zapier'] as const) {
    page(app, deps, name, ({ query }) => showAuthorize(deps, query), { isPersonal: true })
  }
}
