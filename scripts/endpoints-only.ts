import { pathToFileURL } from 'node:url'
import { parseSync } from 'rolldown/utils'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'
import { isCall } from '../contract/wire/call.ts'
import { endpointOf } from '../contract/wire/endpoint.ts'

/**
 * Pages need only the endpoint of a call: its schemas, and what it says about permissions, scopes and step-up, stay out
 * of their scripts. In every file of the contract that describes a call, whatever its name.
 */
export const endpointsOnly: Plugin = {
  name: 'endpoints-only',
  enforce: 'pre',
  async transform(code, id) {
    if (!/[\\/]contract[\\/].*\.ts$/.test(id)) return null
    const exported: Record<string, unknown> = await import(`${pathToFileURL(id).href}?${Date.now()}`)
    // The contract is pure: what nobody uses of it does nothing.
    const needed = Object.values(exported).some(isCall) ? forPages(code, exported) : code
    return { code: needed, moduleSideEffects: false }
  },
}

/** The module without its schemas, with endpoints for its calls, and with everything else that it exports. */
export function forPages(code: string, exported: Record<string, unknown>): string {
  const others = new Set(Object.keys(exported).filter((name) => isForPages(exported[name])))
  const endpoints = Object.entries(exported).flatMap(([name, value]) =>
    isCall(value) ? [`export const ${name} = ${JSON.stringify(endpointOf(value))}`] : [],
  )
  return [...statementsFor(others, code), ...endpoints].join('\n')
}

function isForPages(value: unknown): boolean {
  return !isCall(value) && !(value instanceof z.ZodMiniType)
}

/** The statements that declare these names, with all that they refer to. */
function statementsFor(names: ReadonlySet<string>, code: string): string[] {
  const statements = parseSync('module.ts', code).program.body.map(({ start, end, ...statement }) => ({
    text: code.slice(start, end),
    declares: declaredBy(statement as Statement),
  }))
  const needed = new Set(names)
  const kept = new Set<(typeof statements)[number]>()
  for (let size = -1; size !== kept.size; ) {
    size = kept.size
    for (const statement of statements) {
      if (!statement.declares.some((name) => needed.has(name))) continue
      kept.add(statement)
      for (const [word] of statement.text.matchAll(/[\w$]+/g)) needed.add(word)
    }
  }
  return statements.filter((statement) => kept.has(statement)).map(({ text }) => text)
}

type Statement = {
  declaration?: Statement | null
  declarations?: { id: { name?: string } }[]
  specifiers?: { local: { name?: string } }[]
  id?: { name?: string } | null
}

function declaredBy({ declaration, declarations = [], specifiers = [], id }: Statement): string[] {
  const own = [id, ...declarations.map((one) => one.id), ...specifiers.map(({ local }) => local)]
  return [...own.flatMap((one) => one?.name ?? []), ...(declaration ? declaredBy(declaration) : [])]
}
