import { expect, test } from 'vitest'
import { importRules } from './import-rules.ts'
import { readSource, readSources, type SourceFile } from './source-files.ts'

const SOURCE_LINES_AT_MOST = 300
const TEST_LINES_AT_MOST = 400
const TITLE_LENGTH_AT_MOST = 100

const product = readSources('contract', 'web', 'server', 'site')
const sources = product.filter(({ isTest }) => !isTest)
const everything = [...product, ...readSources('bench', 'e2e', 'proof', 'scripts', 'structure')]

const textOf = (name: string) => everything.find((file) => file.name === name)?.text ?? ''

test.each(importRules)('$instead', ({ breaks }) => {
  const broken = sources.flatMap(({ name, imports }) =>
    imports
      .filter(({ to }) => to !== undefined && breaks(name, to, textOf(to)))
      .map(({ to }) => `${name} → ${to}`),
  )
  expect(broken).toEqual([])
})

const routes = 'export function planRoutes(app: FastifyInstance, deps: Deps): void {}'

test.each([
  ['a feature that is one file', 'contract/features/plan.ts', 'contract/features/billing.ts', ''],
  [
    'a feature that is one file',
    'server/features/account/plan.ts',
    'server/features/account/people/invite.ts',
    '',
  ],
  [
    'routes, whatever their file is called',
    'server/desk/help/do.ts',
    'server/features/account/plan.ts',
    routes,
  ],
  ['a shared part that knows a feature', 'contract/wire/rules.ts', 'contract/features/plan.ts', ''],
])('the rules notice %s: %s → %s', (_what, from, to, text) => {
  expect(importRules.filter(({ breaks }) => breaks(from, to, text))).toHaveLength(1)
})

test('no import circles, not even for types: move what both need to a file of its own', () => {
  expect(circlesIn(everything)).toEqual([])
})

test('no file re-exports another: import a name from the file that has it', () => {
  const barrels = everything.filter(({ text }) =>
    /^export (?:\*|\{[^}]*\}) (?:as \w+ )?from '[.#]/m.test(text),
  )
  expect(barrels.map(({ name }) => name)).toEqual([])
})

test('no unused exports: do not export what only its own file uses', () => {
  const imported = new Set([...everything, readSource('vite.config.ts')].flatMap(importedNames))
  const inWhole = new Set(everything.flatMap(importedInWhole))
  const unused = everything
    .filter(({ name }) => !isLoadedByTools(name) && !inWhole.has(name))
    .flatMap(({ name, text }) =>
      [...text.matchAll(/^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm)]
        .map(([, value]) => `${name}: ${value}`)
        .filter((value) => !imported.has(value)),
    )
  expect(unused).toEqual([])
})

test('a file that grows past its limit holds two subjects: split it', () => {
  const long = everything
    .map(({ name, lines }) => ({ name, lines, most: limitOf(name) }))
    .filter(({ lines, most }) => lines > most)
  expect(long).toEqual([])
})

test('a title has at most 100 characters beside its ids: say in one sentence what the test shows', () => {
  const title = /(?:\b(?:test|describe)(?:\.\w+)*\(|\)\()\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g
  const long = everything
    .filter(({ name }) => /\.(?:test|spec|proof)\.tsx?$/.test(name))
    .flatMap(({ name, text }) => [...text.matchAll(title)].map(([, , words = '']) => ({ name, words })))
    .filter(({ words }) => words.replace(/(?: \[[^\]]+\])+$/, '').length > TITLE_LENGTH_AT_MOST)
  expect(long).toEqual([])
})

test('only platform/audit.ts writes audit entries: call recordAudit with the actor', () => {
  const writers = sources.filter(({ text }) => /insert into audit\b/i.test(text)).map(({ name }) => name)
  expect(writers).toEqual(['server/platform/audit.ts'])
})

test('a text that names the product takes its name from the provider: use brandName [GEN-02]', () => {
  const named = sources
    .filter(({ text }) => /the product\b/i.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')))
    .map(({ name }) => name)
  expect(named).toEqual(['server/config/provider.ts'])
})

test('the samples of mails load when somebody asks for them: production has none in memory', () => {
  const loads = /^import (?!type )[^']*'[^']*\/samples\.ts'/m
  expect(sources.filter(({ text }) => loads.test(text)).map(({ name }) => name)).toEqual([])
})

test('nothing else is at the root of the server', () => {
  const atRoot = sources.map(({ name }) => name).filter((name) => /^server\/[^/]+$/.test(name))
  expect(atRoot).toEqual(['server/app.ts', 'server/deps.ts', 'server/main.ts'])
})

test("a feature's folder has the same name in the contract, the pages and the server", () => {
  const words = new Set(
    sources.flatMap(({ name }) => name.match(/^server\/features\/[^/]+\/([^/.]+)[/.]/)?.[1] ?? []),
  )
  const found = sources.flatMap(
    ({ name }) =>
      name.match(/^(?:web\/features\/[^/]+|contract\/features)\/([^/.]+?)(?:-links)?[/.]/)?.[1] ?? [],
  )
  expect([...new Set(found)].filter((word) => !words.has(word))).toEqual([])
})

/** The build finds pages and site renderers by name; two more files are loaded by a path in a string. */
function isLoadedByTools(name: string): boolean {
  return /Page\.tsx$|ssr\.ts$|\/vitest-postgres\.ts$|\/outside-gateway\.ts$/.test(name)
}

/** Each as `file: name`. */
function importedNames({ text, imports }: SourceFile): string[] {
  const statements = text.matchAll(/\b(?:import|export)\s[^'{}]*\{([^}]*)\}\s*from\s+'([^']+)'/g)
  return [...statements].flatMap(([, names = '', from]) => {
    const file = imports.find(({ specifier }) => specifier === from)?.to
    return names.split(',').map(
      (name) =>
        `${file}: ${name
          .trim()
          .replace(/^type /, '')
          .replace(/ as .*/, '')}`,
    )
  })
}

/** Files imported as `* as name` or by a call, so that the import does not list their names. */
function importedInWhole({ text, imports }: SourceFile): string[] {
  return imports
    .filter(({ specifier }) => text.includes(`import('${specifier}')`) || isNamespace(text, specifier))
    .flatMap(({ to }) => to ?? [])
}

function isNamespace(text: string, specifier: string): boolean {
  return text.split('\n').some((line) => /\* as \w+ from /.test(line) && line.endsWith(`from '${specifier}'`))
}

function limitOf(name: string): number {
  return /\.(?:test|spec|proof)\.tsx?$/.test(name) ? TEST_LINES_AT_MOST : SOURCE_LINES_AT_MOST
}

/** Each import cycle once, as the list of its files. */
function circlesIn(files: readonly SourceFile[]): string[] {
  const importsOf = new Map(files.map(({ name, imports }) => [name, imports.flatMap(({ to }) => to ?? [])]))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (name: string, path: string[]) => {
    const start = path.indexOf(name)
    if (start >= 0) circles.push([...path.slice(start), name].join(' → '))
    if (start >= 0 || done.has(name)) return
    for (const next of importsOf.get(name) ?? []) visit(next, [...path, name])
    done.add(name)
  }
  for (const name of importsOf.keys()) visit(name, [])
  return circles
}
