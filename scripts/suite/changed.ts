import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { readSources, type SourceFile } from '../../structure/source-files.ts'

/** What `npm test -- --changed` runs. */
export type Changed = {
  files: string[]
  projects: string[]
  lintable: string[]
  tests: string[]
  stories: string[]
  /** What it skips, and why it runs as much as it does. */
  remarks: string[]
}

const root = join(import.meta.dirname, '../..')

/** These name every feature, so every file would depend on every other through them. */
const tablesOfContents = new Set([
  'contract/calls.ts',
  'contract/page-values.ts',
  'contract/desk/desk-calls.ts',
  'contract/desk/desk-page-values.ts',
  'web/pages.tsx',
  'web/desk/desk-pages.tsx',
  'server/app.ts',
  'server/main.ts',
  'server/desk/desk-app.ts',
  'server/desk/see-as/customer-pages.ts',
])

/** A change here affects every test. */
const EVERYWHERE =
  /^(?:package(?:-lock)?\.json|tsconfig.*|.*\.config\.ts|migrations\/|server\/test-kit\/(?:harness|test-databases|reused-database)|e2e\/kit\/(?:server|start-server|prepare)\.ts)/
const MOST = 0.6

/** The tests affected by a change since `ref`: by the import graph and by the feature's word. */
export function findChanged(ref: string): Changed {
  const files = listChanged(ref)
  const sources = readSources('contract', 'web', 'server', 'site', 'e2e', 'proof', 'structure')
  const tests = sources.map(({ name }) => name).filter((name) => /\.test\.tsx?$/.test(name))
  const stories = globSync('e2e/*.spec.ts', { cwd: root }).toSorted()
  const everywhere = files.find((file) => EVERYWHERE.test(file))
  const concerned = everywhere ? new Set(sources.map(({ name }) => name)) : concernedBy(files, sources)
  const words = wordsOf([...concerned, ...files])
  const folders = new Set([...concerned, ...files].filter(isProduct).map(folderOf))
  const chosenTests = tests.filter(
    (test) => concerned.has(test) || folders.has(folderOf(test)) || test.startsWith('structure/'),
  )
  const chosenStories = stories.filter((story) => concerned.has(story) || isNamedAfter(words, story))
  return {
    files,
    projects: projectsOf(files),
    lintable: files.filter((file) => /\.(?:tsx?|mjs|css|json)$/.test(file) && existsSync(join(root, file))),
    tests: chosenTests,
    stories: chosenStories,
    remarks: [
      ...(everywhere ? [`${everywhere} concerns every test.`] : []),
      ...(!everywhere && chosenTests.length > tests.length * MOST
        ? ['The change is used almost everywhere, so most of the suite runs.']
        : []),
      `Left out: ${tests.length - chosenTests.length} of ${tests.length} test files, ` +
        `${stories.length - chosenStories.length} of ${stories.length} files of stories, the proofs and the checklist.`,
    ],
  }
}

function listChanged(ref: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', ref), ...git('ls-files', '--others', '--exclude-standard')].toSorted()
}

/** The changed files and everything that imports them, directly or through others. */
function concernedBy(files: string[], sources: SourceFile[]): Set<string> {
  const importers = new Map<string, string[]>()
  for (const { name, imports } of sources) {
    for (const { to } of imports) if (to) importers.set(to, [...(importers.get(to) ?? []), name])
  }
  const concerned = new Set<string>()
  const open = [...files]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (concerned.has(file)) continue
    concerned.add(file)
    if (!tablesOfContents.has(file)) open.push(...(importers.get(file) ?? []))
  }
  return concerned
}

const FEATURE = /^(?:contract\/features|(?:web|server)\/features\/[^/]+)\/([^/.]+)/
const DESK = /^(?:contract|web|server)\/desk\/([^/.]+)\//

/** `sign-up` for the files of that feature, `desk-money` for those of the desk. */
function wordsOf(names: string[]): Set<string> {
  return new Set(
    names.flatMap((name) => {
      const desk = name.match(DESK)?.[1]
      return desk ? [`desk-${desk}`] : (name.match(FEATURE)?.[1] ?? [])
    }),
  )
}

/** `sign-up` matches e2e/sign-up.spec.ts and e2e/sign-up-back.spec.ts. */
function isNamedAfter(words: Set<string>, story: string): boolean {
  const parts = story.slice('e2e/'.length, -'.spec.ts'.length).split('-')
  return parts.some((_, end) => words.has(parts.slice(0, end + 1).join('-')))
}

function projectsOf(files: string[]): string[] {
  if (files.some((file) => file.startsWith('contract/') || /tsconfig/.test(file))) {
    return ['.', 'contract', 'web', 'site', 'server']
  }
  return [
    '.',
    ...['web', 'site', 'server'].filter((folder) => files.some((file) => file.startsWith(`${folder}/`))),
  ]
}

function isProduct(name: string): boolean {
  return /^(?:contract|web|server)\//.test(name)
}

function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/'))
}
