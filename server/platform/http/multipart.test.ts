import { afterAll, beforeAll, expect, test } from 'vitest'
import * as serverMessages from '#contract/wire/server-messages.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { fc } from '../../../scripts/properties.ts'
import { isRefused } from '../refusal.ts'
import { sendRefusal } from './answer.ts'
import { readBody } from './bodies.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness({
    prepare: (app) => {
      app.post('/test/echo/', async (request, reply) => {
        const fields = readBody(request, 'multipart')
        return isRefused(fields) ? sendRefusal(reply, fields) : { fields }
      })
    },
  })
})
afterAll(() => harness.close())

async function post(payload: string | Buffer, type: string) {
  const headers = { 'content-type': type }
  const response = await harness.app.inject({ method: 'POST', url: '/test/echo/', headers, payload })
  return { status: response.statusCode, ...response.json() }
}

/** Lines as they are sent, with the boundary `x` unless another type is given. */
const postLines = (lines: readonly string[], type = 'multipart/form-data; boundary=x') =>
  post(Buffer.from(lines.join('\r\n')), type)

const email = 'content-disposition: form-data; name="email"'
const unreadable = { status: 400, errors: serverMessages.unreadable }

test('every text sent by a browser form arrives as typed', async () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => !/["\\\r\n\0]|__proto__/.test(text))
  const value = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''))
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, value), async (fields) => {
      const form = new FormData()
      for (const [key, text] of Object.entries(fields)) form.append(key, text)
      const sent = new Response(form)
      const bytes = Buffer.from(await sent.arrayBuffer())
      const type = sent.headers.get('content-type') ?? ''
      const typed = new Response(bytes, { headers: { 'content-type': type } })
      const expected = Object.fromEntries(await typed.formData())
      expect(await post(bytes, type)).toEqual({ status: 200, fields: expected })
    }),
    { numRuns: 200 },
  )
})

test.each<[string, string[], Record<string, string>, string?]>([
  ['nothing', ['--x--', ''], {}],
  ['an empty value', ['--x', email, '', '', '--x--'], { email: '' }],
  ['lines within a value', ['--x', email, '', 'a', '', 'b', '--x--'], { email: 'a\r\n\r\nb' }],
  [
    'something like the boundary',
    ['--x', email, '', 'a--x --x', '--X', '--x--'],
    { email: 'a--x --x\r\n--X' },
  ],
  ['a name twice', ['--x', email, '', '1', '--x', email, '', '2', '--x--'], { email: '2' }],
  ['text before and after', ['hello', '--x', email, '', '1', '--x--', 'bye', '--x'], { email: '1' }],
  ['spaces after the boundary', ['--x \t', email, '', '1', '--x-- '], { email: '1' }],
  [
    'a header of another kind',
    ['--x', 'x-y: name="z"', 'Content-Disposition:form-data;name=email', '', '1', '--x--'],
    { email: '1' },
  ],
  [
    'an escaped quote in a name',
    ['--x', 'content-disposition: form-data; name="a\\"b"', '', '1', '--x--'],
    { 'a"b': '1' },
  ],
  [
    'a quoted boundary',
    ['--x y', email, '', '1', '--x y--'],
    { email: '1' },
    'Multipart/Form-Data; charset=utf-8; Boundary="x y"',
  ],
  [
    'an encoding that is named',
    ['--x', email, 'content-type: text/plain; charset=UTF-8', '', 'é', '--x--'],
    { email: 'é' },
  ],
])('a form with %s is read', async (_what, lines, fields, type) => {
  expect(await postLines(lines, type)).toEqual({ status: 200, fields })
})

test('a field in another encoding is decoded', async () => {
  const payload = Buffer.from(
    ['--x', email, 'content-type: text/plain; charset=ISO-8859-1', '', 'é', '--x--'].join('\r\n'),
    'latin1',
  )
  expect(await post(payload, 'multipart/form-data; boundary=x')).toEqual({
    status: 200,
    fields: { email: 'é' },
  })
})

test.each<[string, string[], string?]>([
  ['no body', ['']],
  ['no boundary in its type', ['--x--'], 'multipart/form-data'],
  ['an empty boundary', ['----'], 'multipart/form-data; boundary='],
  [
    'a boundary that is too long',
    ['--x--'.replace('x', 'x'.repeat(71))],
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
  ],
  ['another boundary', ['--y', email, '', '1', '--y--']],
  ['no end', ['--x', email, '', '1']],
  ['no last delimiter', ['--x', email, '', '1', '--x', email, '', '2']],
  ['a boundary that goes on', ['--xy', email, '', '1', '--x--']],
  ['no headers', ['--x', '', '1', '--x--']],
  ['no value', ['--x', email, '--x--']],
  ['a field without a name', ['--x', 'content-disposition: form-data', '', '1', '--x--']],
  ['another disposition', ['--x', 'content-disposition: attachment; name="email"', '', '1', '--x--']],
  ['a file', ['--x', `${email}; filename="a.txt"`, '', '1', '--x--']],
  ['a file with an encoded name', ['--x', `${email}; filename*=utf-8''a.txt`, '', '1', '--x--']],
  ['an unknown encoding', ['--x', email, 'content-type: text/plain; charset=none', '', '1', '--x--']],
])('a form with %s is refused', async (_what, lines, type) => {
  expect(await postLines(lines, type)).toEqual(unreadable)
})

test('an oversized form is refused as such, however many fields it has', async () => {
  const fields = Array.from({ length: 2000 }, (_, number) => [
    '--x',
    `${email.slice(0, -1)}${number}"`,
    '',
    '1',
  ])
  expect(await postLines([...fields.flat(), '--x--'])).toEqual({
    status: 413,
    errors: 'The request is too large.',
  })
})
