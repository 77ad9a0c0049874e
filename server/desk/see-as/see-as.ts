import type { FastifyInstance } from 'fastify'
import type { Role } from '#contract/accounts/roles.ts'
import type { Status } from '#contract/accounts/statuses.ts'
import type { SeeAsValues, View } from '#contract/desk/see-as.ts'
import * as contract from '#contract/desk/see-as.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { sessionScopeOf } from '#server/accounts/status-rules.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { endView as endOne, insertView, type ViewRow } from '#server/identity/operators/operator-views.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { type DeskDeps, deskPage, deskRoute } from '../desk-routes.ts'
import { clearViewCookie, customerPages, findViewOf, setViewCookie } from './customer-pages.ts'

export function seeAsRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'see-as', (operator, { visitor }) => showSeeAs(deps, operator, visitor))
  deskRoute(app, deps, contract.beginView, (body, operator, visitor) =>
    beginView(deps, body, operator, visitor),
  )
  deskRoute(app, deps, contract.readView, (_body, operator, visitor) => readView(deps, operator, visitor))
  deskRoute(app, deps, contract.endView, (body, operator, visitor) => endView(deps, body, operator, visitor))
  customerPages(app, deps)
}

async function showSeeAs(
  deps: Pick<DeskDeps, 'db' | 'clock' | 'http'>,
  operator: Operator,
  visitor: Visitor,
): Promise<SeeAsValues | Refused> {
  const now = deps.clock.now()
  const account = await findAccount(deps.db, visitor.parts.number ?? '')
  if (!account) return refuse('not-found')
  const view = await findViewOf(deps, operator, visitor)
  return {
    account: { number: account.number, company: account.company },
    people: await listPeople(deps.db, account, now),
    view: view?.accountNumber === account.number ? shownView(view, now) : null,
  }
}

type ViewedAccount = SeeAsValues['account'] & { id: number; status: Status; isFraud: boolean }

function findAccount(db: Db, number: string): Promise<ViewedAccount | undefined> {
  return db.maybe<ViewedAccount>(sql`
    select id, pin as number, company, status, fraud_marked_at is not null as "isFraud"
    from accounts where pin = ${number}`)
}

type Row = {
  id: number
  name: string
  email: string
  role: Role
  hasJoined: boolean
  isFactorDue: boolean
}

/** The people of the account, the owner first, and why somebody has no pages to see. */
async function listPeople(db: Db, account: ViewedAccount, now: Date): Promise<SeeAsValues['people']> {
  const rows = await db.many<Row>(sql`
    select a.id, trim(a.first_name || ' ' || a.last_name) as name, a.email, a.role, a.joined_at is not null as "hasJoined",
      exists (select from factor_deadlines l where l.agent_id = a.id and l.due_at <= ${now}) as "isFactorDue"
    from agents a where a.account_id = ${account.id} and a.removed_at is null
    order by a.role <> 'owner', a.id`)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    obstacle: obstacleOf(row, account),
  }))
}

function obstacleOf(
  { role, hasJoined, isFactorDue }: Row,
  { status, isFraud }: ViewedAccount,
): string | null {
  if (!hasJoined) return contract.hasNotJoined
  if (!sessionScopeOf({ status, role, isFraud })) return contract.cannotSignIn
  return isFactorDue ? contract.mustSetUpFactor : null
}

type ShownView = Pick<ViewRow, 'id' | 'accountNumber' | 'name' | 'email' | 'role' | 'reason' | 'endsAt'>

function shownView({ id, accountNumber, name, email, role, reason, endsAt }: ShownView, now: Date): View {
  return {
    id,
    account_number: accountNumber,
    person: name,
    email,
    role,
    reason,
    seconds_left: Math.max(0, Math.floor((endsAt.getTime() - now.getTime()) / 1000)),
  }
}

type ChangeDeps = Pick<DeskDeps, 'db' | 'clock' | 'http'>

/** Ends the operator's former view, wherever it was open. */
async function beginView(
  deps: ChangeDeps,
  { account_number: number, agent_id: agentId, reason }: ParsedBodyOf<typeof contract.beginView>,
  operator: Operator,
  visitor: Visitor,
): Promise<AnswerOf<typeof contract.beginView> | Refused> {
  const { db, clock, http } = deps
  const now = clock.now()
  const account = await findAccount(db, number)
  if (!account) return refuse('not-found')
  const person = (await listPeople(db, account, now)).find(({ id }) => id === agentId)
  const obstacle = person ? person.obstacle : contract.notInAccount
  if (!person || obstacle !== null)
    return refuse('invalid-fields', { errors: { agent_id: [obstacle ?? contract.notInAccount] } })
  const begun = await db.transaction((tx) =>
    insertView(tx, operator, { agentId, accountId: account.id, reason }, now),
  )
  setViewCookie(visitor, begun.token, http)
  return {
    data: {
      view: shownView({ ...person, ...begun, accountNumber: account.number, reason }, now),
    },
  }
}

async function readView(
  deps: ChangeDeps,
  operator: Operator,
  visitor: Visitor,
): Promise<AnswerOf<typeof contract.readView>> {
  const view = await findViewOf(deps, operator, visitor)
  return { data: { view: view ? shownView(view, deps.clock.now()) : null } }
}

/** Removes the cookie only together with its own view: another tab may have begun the next one. */
async function endView(
  deps: ChangeDeps,
  { view_id: id }: ParsedBodyOf<typeof contract.endView>,
  operator: Operator,
  visitor: Visitor,
): Promise<AnswerOf<typeof contract.endView>> {
  const { db, clock, http } = deps
  const open = await findViewOf(deps, operator, visitor)
  await db.transaction((tx) => endOne(tx, { id, operatorId: operator.id }, clock.now()))
  if (open === undefined || open.id === id) clearViewCookie(visitor, http)
  return { data: { status: 'ended' } }
}
