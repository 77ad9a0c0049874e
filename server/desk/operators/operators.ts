import type { FastifyInstance } from 'fastify'
import { operatorRoleLabels } from '#contract/desk/desk-roles.ts'
import type { OperatorsValues } from '#contract/desk/operators.ts'
import * as calls from '#contract/desk/operators.ts'
import * as operators from '#server/identity/operators/change-operators.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { listOperators } from '#server/identity/operators/operators.ts'
import { changesShowing, type DeskDeps, deskPage } from '../desk-routes.ts'

export function operatorsRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const by = ({ actor, id }: Operator) => ({ actor, byId: id })
  const changing = changesShowing(app, deps, (operator) => showOperators(deps, operator))

  deskPage(app, deps, 'operators', (operator) => showOperators(deps, operator))
  changing(calls.inviteOperator, async (body, operator) => {
    const { link } = await operators.addOperator(deps, { ...body, ...by(operator) })
    return { said: `${body.email} is added. They begin with this link within a day:`, secret: link }
  })
  changing(calls.changeOperatorRole, async (body, operator) => {
    const { role } = await operators.changeOperatorRole(deps, { ...body, ...by(operator) })
    return { said: `${body.email} is now ${operatorRoleLabels[role]}.` }
  })
  changing(calls.disableOperator, async (body, operator) => {
    await operators.disableOperator(deps, { ...body, ...by(operator) })
    return { said: `${body.email} is disabled and signed out.` }
  })
  changing(calls.enableOperator, async (body, operator) => {
    const { link } = await operators.enableOperator(deps, { ...body, ...by(operator) })
    return { said: `${body.email} can begin again with this link within a day:`, secret: link }
  })
  changing(calls.resetOperator, async (body, operator) => {
    const { link } = await operators.resetOperator(deps, { ...body, ...by(operator) })
    return { said: `${body.email} begins again with this link within a day:`, secret: link }
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
