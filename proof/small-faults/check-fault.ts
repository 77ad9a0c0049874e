import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import type { SmallFault } from './fault.ts'

/** Why the fault cannot be applied to this tree, if so. */
export function problemOf({ file, from, to }: SmallFault, root: string): string | undefined {
  if (from === to) return 'it changes nothing'
  const path = join(root, file)
  if (!existsSync(path)) return `${file} is gone: re-anchor it`
  const parts = readFileSync(path, 'utf8').split(from)
  if (parts.length === 1) return 'text is gone: re-anchor it'
  if (parts.length > 2) return 'text occurs more than once: re-anchor it'
  // Style sheets and SQL have no such check.
  if (!/\.tsx?$/.test(file)) return undefined
  const { errors } = parseSync(file, parts.join(to))
  return errors[0] && `the changed file is not valid TypeScript: ${errors[0].message}`
}
