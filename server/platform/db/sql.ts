import { createHash } from 'node:crypto'

/** SQL written as SQL. Interpolated values become parameters, never text. */
export type Sql = { text: string; values: unknown[] }

/** The text of each template literal, built once: prepared statements are looked up by it. */
const texts = new WeakMap<TemplateStringsArray, string>()

export function sql(parts: TemplateStringsArray, ...values: unknown[]): Sql {
  const text = texts.get(parts) ?? parts.reduce((whole, part, index) => `${whole}$${index}${part}`)
  texts.set(parts, text)
  return { text, values }
}

const names = new Map<string, string>()

/**
 * Names a prepared statement after its text. Instances that share server connections through a pooler then
 * never use one name for two texts: at worst the server reports that a statement is missing or already
 * exists.
 */
export function named(statement: Sql): Sql & { name: string } {
  const known = names.get(statement.text)
  const name = known ?? `s_${createHash('sha256').update(statement.text).digest('base64url')}`
  if (known === undefined) names.set(statement.text, name)
  return { name, ...statement }
}
