import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readSources, root } from './source-files.ts'

export type StyleSheet = {
  /** Path from the root, with slashes on every system. */
  name: string
  /** The sheets that it imports. */
  imports: string[]
  /** Without comments and imports. */
  rules: string
  selectors: string[]
  declarations: { property: string; value: string; selector: string }[]
}

export function readSheets(): StyleSheet[] {
  return globSync(['web/**/*.css', 'site/**/*.css'], { cwd: root })
    .map((found) => found.split(path.sep).join('/'))
    .toSorted()
    .map(readSheet)
}

function readSheet(name: string): StyleSheet {
  const text = readFileSync(path.join(root, name), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const rules = text.replace(/@import[^;]*;|@layer [^;{]*;/g, '').trim()
  const blocks = [...rules.matchAll(/([^{};]+)\{([^{}]*)\}/g)]
  return {
    name,
    imports: [...text.matchAll(/@import "([^"]+)"/g)].map(([, at = '']) =>
      at.startsWith('#web/') ? at.replace('#', '') : path.posix.join(path.posix.dirname(name), at),
    ),
    rules,
    selectors: blocks.flatMap(([, selector = '']) => selector.split(',').map((one) => one.trim())),
    declarations: blocks.flatMap(([, selector = '', body = '']) =>
      [...body.matchAll(/([\w-]+):\s+([^;]+);/g)].map(([, property = '', value = '']) => ({
        property,
        value,
        selector: selector.trim(),
      })),
    ),
  }
}

export function classesIn(selector: string): string[] {
  return [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name)
}

/** The class names used by each page, in its own file or in any that it imports, statically or dynamically. */
export function classesOfPages(): Map<string, Set<string>> {
  const files = new Map(readSources('web', 'site').map((file) => [file.name, file]))
  const isPage = (name: string) => /^(?:web\/(?:features|desk)\/.+|site\/pages\/.+)Page\.tsx$/.test(name)
  return new Map(
    [...files.keys()].filter(isPage).map((page) => {
      const reached = new Set<string>()
      const ahead = [page]
      for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
        if (reached.has(at)) continue
        reached.add(at)
        ahead.push(...(files.get(at)?.imports ?? []).flatMap(({ to }) => to ?? []))
      }
      return [page, new Set([...reached].flatMap((name) => namedIn(files.get(name)?.text ?? '')))]
    }),
  )
}

/** In `className="…"`, and in each string of `className={…}`. */
function namedIn(text: string): string[] {
  return [...text.matchAll(/className=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g)]
    .flatMap(([, plain, computed]) =>
      plain === undefined
        ? [...(computed ?? '').matchAll(/'([^']*)'|`([^`]*)`/g)].map(([, one, other]) => one ?? other ?? '')
        : [plain],
    )
    .flatMap((names) => names.replace(/\$\{[^}]*\}/g, ' ').split(/\s+/))
    .filter((name) => name !== '')
}
