import { pathToFileURL } from 'node:url'
import { parseSync } from 'rolldown/utils'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'
import { isCall } from '../contract/wire/call.ts'
import { endpointOf } from '../contract/wire/endpoint.ts'

/**
 * Pages need only the endpoint of a call: its schemas, permissions, scopes and step-up stay out of their
 * scripts. Applies to every contract file that describes a call.
 */
export const endpointsOnly: Plugin = {
  name: 'endpoints-only',
  enforce: 'pre',
  async transform(code, id) {
    if (!/[\\/]contract[\\/].*\.ts$/.test(id)) return null
    const exported: Record<string, unknown> = await import(`${pathToFileURL(id).href}?${Date.now()}`)
    // The contract is pure: unused parts have no side effects.
    const needed = Object.values(exported).some(isCall) ? forPages(code, exported) : code
    return { code: needed, moduleSideEffects: false }
  },
}

/** The module without its schemas, with endpoints for its calls, and with everything else that it exports. */
export function forPages(code: string, exported: Record<string, unknown>): string {
  const calls = Object.entries(exported).flatMap(([name, value]) => (isCall(value) ? [{ name, value }] : []))
  const others = Object.keys(exported).filter((name) => isForPages(exported[name]))
  const endpoints = calls.map(
    ({ name, value }) => `export const ${name} = ${JSON.stringify(endpointOf(value))}`,
  )
  const replaced = new Set(calls.map(({ name }) => name))
  return [...statementsFor(new Set(others), code, replaced), ...endpoints].join('\n')
}

/** Neither a call nor a schema, nor an object of schemas. */
function isForPages(value: unknown): boolean {
  const isSchema = (one: unknown) => one instanceof z.ZodMiniType
  return !isCall(value) && !isSchema(value) && !Object.values(value ?? {}).some(isSchema)
}

/** The statements that declare these names, and all that they refer to. */
function statementsFor(names: ReadonlySet<string>, code: string, replaced: ReadonlySet<string>): string[] {
  const statements = (parseSync('module.ts', code).program.body as unknown as Node[])
    .map((node) => ({ node, declares: declaredBy(node) }))
    .filter(({ declares }) => !declares.some((name) => replaced.has(name)))
  const needed = new Set(names)
  const kept = new Set<Node>()
  for (let size = -1; size !== kept.size; ) {
    size = kept.size
    for (const { node, declares } of statements) {
      if (kept.has(node) || !declares.some((name) => needed.has(name))) continue
      kept.add(node)
      for (const name of namesIn(node)) needed.add(name)
    }
  }
  return statements.flatMap(({ node }) => (kept.has(node) ? [code.slice(node.start, node.end)] : []))
}

type Node = {
  type: string
  start: number
  end: number
  name?: string
  declaration?: Node | null
  declarations?: { id: Node }[]
  specifiers?: { local: Node }[]
  id?: Node | null
  computed?: boolean
}

function declaredBy({ declaration, declarations = [], specifiers = [], id }: Node): string[] {
  const own = [id, ...declarations.map((one) => one.id), ...specifiers.map(({ local }) => local)]
  return [...own.flatMap((one) => one?.name ?? []), ...(declaration ? declaredBy(declaration) : [])]
}

/** All names that a piece of code refers to: neither the keys of objects, nor what follows a dot, nor types. */
function namesIn(node: Node): string[] {
  if (node.type.startsWith('TS') && !expressionsWithType.has(node.type)) return []
  const own = node.type === 'Identifier' && node.name ? [node.name] : []
  const parts = Object.entries(node).filter(
    ([key]) => node.computed === true || (key !== 'key' && key !== 'property'),
  )
  return [...own, ...parts.flatMap(([, part]) => [part].flat().filter(isNode).flatMap(namesIn))]
}

/** These hold a value besides their type. */
const expressionsWithType = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && 'type' in part
}
