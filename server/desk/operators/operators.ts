import type { FastifyInstance } from 'fastify'
import { operatorRoleLabels } from '#contract/desk/desk-roles.ts'
import type { OperatorsValues } from '#contract/desk/operators.ts'
import * as calls from '#contract/desk/operators.ts'
import * as operators from '#server/identity/operators/change-operators.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { listOperators } from '#server/identity/operators/operators.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute, shownAfter } from '../desk-routes.ts'

export function operatorsRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const by = ({ actor, id }: Operator) => ({ actor, byId: id })
  const done = async (operator: Operator, said: string) => ({
    said,
    values: await shownAfter(deps, () => showOperators(deps, operator)),
  })
  const withLink = async (operator: Operator, said: string, secret: string) => ({
    data: { ...(await done(operator, said)), secret },
  })

  deskPage(app, deps, 'operators', (operator) => showOperators(deps, operator))
  deskRoute(app, deps, calls.inviteOperator, async (body, operator) => {
    const added = await operators.addOperator(deps, { ...body, ...by(operator) })
    return withLink(operator, `${body.email} is added. They begin with this link within a day:`, added.link)
  })
  deskRoute(app, deps, calls.changeOperatorRole, async (body, operator) => {
    const changed = await operators.changeOperatorRole(deps, { ...body, ...by(operator) })
    return { data: await done(operator, `${body.email} is now ${operatorRoleLabels[changed.role]}.`) }
  })
  deskRoute(app, deps, calls.disableOperator, async (body, operator) => {
    await operators.disableOperator(deps, { ...body, ...by(operator) })
    return { data: await done(operator, `${body.email} is disabled and signed out.`) }
  })
  deskRoute(app, deps, calls.enableOperator, async (body, operator) => {
    const enabled = await operators.enableOperator(deps, { ...body, ...by(operator) })
    return withLink(operator, `${body.email} can begin again with this link within a day:`, enabled.link)
  })
  deskRoute(app, deps, calls.resetOperator, async (body, operator) => {
    const reset = await operators.resetOperator(deps, { ...body, ...by(operator) })
    return withLink(operator, `${body.email} begins again with this link within a day:`, reset.link)
  })
}

async function showOperators(
  { db }: Pick<DeskDeps, 'db'>,
  { id: ownId }: Operator,
): Promise<OperatorsValues> {
  const listed = await listOperators(db)
  return {
    rows: listed.map(({ createdAt, disabledAt, lastSeenAt, ...operator }) => ({
      ...operator,
      createdAt: createdAt.toISOString(),
      disabledAt: disabledAt?.toISOString() ?? null,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      isYou: operator.id === ownId,
    })),
  }
}
