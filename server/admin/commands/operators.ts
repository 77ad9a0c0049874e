import { operatorRoles } from '#contract/desk/desk-roles.ts'
import { isDemo } from '#server/app.ts'
import {
  addOperator,
  changeOperatorRole,
  disableOperator,
  enableOperator,
  resetOperator,
} from '#server/identity/operators/change-operators.ts'
import { OPERATOR_LINK_HOURS } from '#server/identity/operators/operator-factors.ts'
import { listOperators } from '#server/identity/operators/operators.ts'
import { codeOf } from '#server/identity/totp.ts'
import { refuse } from '#server/platform/refusal.ts'
import { DEMO_TOTP_SECRET } from '../../demo/sample-operators.ts'
import type { Command, PlainReport } from '../command.ts'

const roles = operatorRoles.join('|')

export const listOperatorsCommand: Command = {
  name: 'operator list',
  hasTables: true,
  says: 'Lists the operators of the desk.',
  async run({ db }) {
    const rows = (await listOperators(db)).map(({ id: _id, hasBegun, disabledAt, ...operator }) => ({
      ...operator,
      state: disabledAt ? 'disabled' : hasBegun ? 'active' : 'has not begun',
    }))
    return { sections: [{ name: 'operators', title: 'Operators', rows }] }
  },
}

export const addOperatorCommand: Command = {
  name: 'operator add',
  takes: 'EMAIL',
  says: 'Adds an operator of the desk, and prints the one-time link to begin with.',
  flags: {
    name: { takes: 'NAME', says: 'their name, as colleagues see it' },
    role: { takes: roles, says: 'what they may do; each role may all that the ones before it may' },
  },
  async run(deps, { args: [email = ''], flag, actor }) {
    const name = flag('name') ?? ''
    const role = flag('role') ?? ''
    return sayLink(await addOperator(deps, { email, name, role, actor }), `${email} is an operator`)
  },
}

export const changeOperatorRoleCommand: Command = {
  name: 'operator role',
  takes: `EMAIL ${roles}`,
  says: 'Changes what an operator may do, from the next request on.',
  async run(deps, { args: [email = '', role = ''], actor }) {
    const done = await changeOperatorRole(deps, { email, role, actor })
    return { said: `${email} now has the role ${done.role}.` }
  },
}

export const disableOperatorCommand: Command = {
  name: 'operator disable',
  takes: 'EMAIL',
  says: 'Ends all sessions of an operator, who cannot sign in any more.',
  async run(deps, { args: [email = ''], actor }) {
    await disableOperator(deps, { email, actor })
    return { said: `${email} is disabled. All sessions have ended.` }
  },
}

export const enableOperatorCommand: Command = {
  name: 'operator enable',
  takes: 'EMAIL',
  says: 'Lets a disabled operator begin again, with a new password and a new second factor.',
  async run(deps, { args: [email = ''], actor }) {
    return sayLink(await enableOperator(deps, { email, actor }), `${email} is enabled`)
  },
}

export const resetOperatorCommand: Command = {
  name: 'operator reset',
  takes: 'EMAIL',
  says: 'Removes the password and the second factor of an operator who lost one of them, and prints a new link.',
  async run(deps, { args: [email = ''], actor }) {
    return sayLink(await resetOperator(deps, { email, actor }), `${email} has to begin again`)
  },
}

export const demoCodeCommand: Command = {
  name: 'operator demo-code',
  says: 'Prints the code that the sample operators of the demo sign in with now.',
  async run({ config, clock }) {
    if (!isDemo(config))
      throw refuse('not-found', { errors: 'Only the demo has sample operators with a known second factor.' })
    return { said: codeOf(DEMO_TOTP_SECRET, clock.now()) }
  },
}

function sayLink(done: { link: string }, what: string): PlainReport {
  const where = done.link.startsWith('/') ? ' (put the address of your desk before it)' : ''
  return {
    said: `${what}. Give them this link${where}, which works once, for ${OPERATOR_LINK_HOURS} hours: ${done.link}`,
  }
}
