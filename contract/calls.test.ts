import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allCalls, referenceCalls } from './calls.ts'
import { submitSignUp } from './features/sign-up/calls.ts'
import { type Call, isCall } from './wire/call.ts'

const files = import.meta.glob<Record<string, unknown>>(['./features/**/*.ts', '!**/*.test.ts'], {
  eager: true,
})
const described = Object.entries(files).flatMap(([file, exports]) =>
  Object.entries(exports).flatMap(([name, value]) =>
    isCall(value) ? [{ name: `${name} in ${file}`, call: value }] : [],
  ),
)

test('every file with calls is listed exactly once', () => {
  const forgotten = described
    .filter(({ call }) => !(allCalls as Call[]).includes(call))
    .map(({ name }) => name)
  expect(forgotten, 'Add its file to contract/calls.ts').toEqual([])
  expect(described).toHaveLength(allCalls.length)
  expect(new Set(allCalls).size).toBe(allCalls.length)
})

test('no two calls have the same method and path', () => {
  const nameOf = ({ method, path }: Call) => `${method} ${path}`
  expect(new Set(allCalls.map(nameOf)).size).toBe(allCalls.length)
})

test('public calls have what the API reference needs', () => {
  for (const { path, summary, refusals } of referenceCalls) {
    expect(summary, path).toMatch(/\w/)
    expect(refusals, path).toBeDefined()
  }
})

const specified = allCalls.filter((call) => call.number !== undefined)

test('no call of the specification accepts or returns a role [GEN-15]', () => {
  expect(specified.map((call) => call.number).toSorted((a = 0, b = 0) => a - b)).toEqual(
    Array.from({ length: 14 }, (_, place) => place + 1),
  )
  for (const { body, answer } of specified) {
    for (const schema of [body, answer]) {
      const described = JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }))
      expect(described).toContain('"properties"')
      expect(described).not.toMatch(/"\w*role\w*":/i)
    }
  }
})

test('a full name is required and has at most 59 characters [VAL-20]', () => {
  const messagesFor = (fullName: string) => {
    const body = { full_name: fullName }
    const { error } = (submitSignUp.bodyFor?.(body) ?? submitSignUp.body).safeParse(body)
    return error?.issues.filter(({ path }) => path[0] === 'full_name').map(({ message }) => message)
  }
  expect(messagesFor('')).toEqual(['This field is required'])
  expect(messagesFor('x'.repeat(59))).toEqual([])
  expect(messagesFor('x'.repeat(60))).toEqual(['Maximum 59 characters required'])
})
