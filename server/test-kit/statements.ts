import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Statement = { file: string; text: string }

const ROOT = path.join(import.meta.dirname, '../..')

/** Every statement of the product, read from the source, so that untested ones are included. */
export function productStatements(): Statement[] {
  const files = globSync('server/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|^server\/(?:test-kit|tests|demo|features\/dev)\//.test(file),
  )
  return files.flatMap((file) =>
    templatesIn(readFileSync(path.join(ROOT, file), 'utf8')).map((text) => ({ file, text })),
  )
}

function templatesIn(source: string): string[] {
  const found: string[] = []
  for (let at = source.indexOf('sql`'); at >= 0; at = source.indexOf('sql`', at + 1)) {
    const text = readTemplate(source, at + 4)
    if (text.trim() !== '') found.push(text.trim())
  }
  return found
}

/** From after the opening backtick to the closing one, with a parameter for each interpolated value. */
function readTemplate(source: string, begin: number): string {
  let text = ''
  let parameters = 0
  let at = begin
  while (at < source.length && source[at] !== '`') {
    if (source.startsWith('${', at)) {
      parameters += 1
      text += `$${parameters}`
      at = endOfValue(source, at + 2)
    } else {
      text += source[at]
      at += 1
    }
  }
  return text
}

function endOfValue(source: string, begin: number): number {
  let depth = 1
  let at = begin
  while (depth > 0 && at < source.length) {
    if (source[at] === '{') depth += 1
    if (source[at] === '}') depth -= 1
    at += 1
  }
  return at
}
