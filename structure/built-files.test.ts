import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { permissions } from '#contract/accounts/roles.ts'
import { allCalls } from '#contract/calls.ts'
import { openPages } from '#contract/pages.ts'
import { secretCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { described } from '#contract/wire/schema.ts'
import { forPages } from '../scripts/endpoints-only.ts'
import { root } from './source-files.ts'

const folder = path.join(root, 'dist/client')
const textOf = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const scripts = globSync('*.js', { cwd: folder })

/** What calls and pages declare, and what only their schemas say. */
function toldInContract(): string[] {
  const ofCalls = allCalls.flatMap((call) => {
    const fields = Object.values((call.body as { shape?: Record<string, z.ZodMiniType> }).shape ?? {})
    const reason = 'stepUp' in call && typeof call.stepUp === 'object' && 'none' in call.stepUp
    return [
      ...(call.refusals ?? []).map(({ when }) => when),
      ...fields.flatMap((field) => described.get(field)?.says ?? []),
      ...(reason ? [(call.stepUp as { none: string }).none] : []),
      ...('why' in call ? [call.why] : 'proof' in call ? [call.proof] : []),
    ]
  })
  const ofPages = Object.values(openPages).map((page) => (page.who === 'everyone' ? page.why : page.proof))
  // A page may itself mention a word or two of them.
  return [...new Set([...ofCalls, ...ofPages])].filter((one) => one.split(' ').length > 2)
}

test('scripts contain no schemas and no permissions, step-up rules or refusals of calls and pages', () => {
  expect(scripts.length).toBeGreaterThan(50)
  const told = toldInContract()
  expect(told.length).toBeGreaterThan(50)
  const found = scripts.flatMap((file) => {
    const text = textOf(file)
    return told
      .filter((one) => ['`', '"', "'"].some((quote) => text.includes(quote + one + quote)))
      .map((one) => `${file}: ${one}`)
  })
  expect(found).toEqual([])
})

test.each(['client', 'desk'])('no script of dist/%s contains the schema library', (build) => {
  const built = path.join(root, 'dist', build)
  const found = globSync('*.js', { cwd: built }).filter((file) =>
    readFileSync(path.join(built, file), 'utf8').includes('$ZodType'),
  )
  expect(found).toEqual([])
})

type Manifest = Record<string, { file: string; src?: string; imports?: string[] }>

test('a page shown before sign-in loads no account permissions', () => {
  const manifest = JSON.parse(textOf('.vite/manifest.json')) as Manifest
  const filesOf = (name: string, seen = new Set<string>()): Set<string> => {
    const { file, imports = [] } = manifest[name] ?? { file: '' }
    if (seen.has(file)) return seen
    seen.add(file)
    for (const one of imports) filesOf(one, seen)
    return seen
  }
  const pages = Object.keys(manifest).filter((name) =>
    /^web\/features\/(?:visitors|partners|public)\/.*Page\.tsx$/.test(name),
  )
  expect(pages.length).toBeGreaterThan(10)
  const told = Object.keys(permissions).filter((name) => name.includes('-'))
  const found = pages.flatMap((page) =>
    [...filesOf(page)].flatMap((file) =>
      told.filter((one) => textOf(file).includes(one)).map((one) => `${page}: ${one}`),
    ),
  )
  expect(found).toEqual([])
})

test('a call in any contract file becomes its endpoint, schemas are dropped, other values stay', () => {
  const code = [
    "import * as z from 'zod/mini'",
    "import { secretCall } from '#contract/wire/call.ts'",
    "import { json } from '#contract/wire/endpoint.ts'",
    "import { helper } from './helper.ts'",
    "import { least } from './least.ts'",
    "const body = z.object({ code: helper('The secret words') })",
    'export const answer = z.object({})',
    'export const CODES_AT_MOST: number = least + 1',
    "export const ask = secretCall({ ...json, path: '/ask/', proof: 'a secret', body, answer, summary: '', refusals: [] })",
    'export type Ask = typeof ask',
    'export type Answer = z.infer<typeof answer>',
    'export const codesIn = (told: Answer) => Object.keys(told as Answer).length',
  ].join('\n')
  const answer = z.object({})
  const ask = secretCall({
    ...json,
    path: '/ask/',
    proof: 'a secret',
    body: z.object({}),
    answer,
    summary: '',
    refusals: [],
  })
  expect(forPages(code, { answer, ask, CODES_AT_MOST: 2, codesIn: () => 2 }).split('\n')).toEqual([
    "import { least } from './least.ts'",
    'export const CODES_AT_MOST: number = least + 1',
    'export const codesIn = (told: Answer) => Object.keys(told as Answer).length',
    'export const ask = {"method":"POST","path":"/ask/","encoding":"json","errorKey":"errors","answerKey":"data"}',
  ])
})
