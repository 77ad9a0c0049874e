import { createHash } from 'node:crypto'
import type { Sql } from './sql.ts'

const names = new Map<string, string>()

/**
 * Names a prepared statement after its text. Two instances that share server connections through a pooler then
 * never use one name for two texts: at worst the server says that a statement is missing or already exists.
 */
export function named(statement: Sql): Sql & { name: string } {
  const known = names.get(statement.text)
  const name = known ?? `s_${createHash('sha256').update(statement.text).digest('base64url')}`
  if (known === undefined) names.set(statement.text, name)
  return { name, ...statement }
}
