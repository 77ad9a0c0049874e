import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkResetLink, chooseNewPassword } from '#contract/features/password-reset.ts'
import { errorsOf } from '#web/api.ts'
import { makeCall } from './make-call.ts'
import { sentenceOf } from './refusal.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A fetch that only ends with its signal. */
const neverAnswers = (_path: string, { signal }: { signal: AbortSignal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** The page's callbacks for such an answer. */
async function heardOf(answer: () => Response | Promise<Response>, signal?: AbortSignal) {
  vi.stubGlobal('fetch', async () => answer())
  const heard: unknown[] = []
  const options = { parts: { linkToken: 'x' }, ...(signal ? { signal } : {}) }
  const result = await makeCall(
    checkResetLink,
    {},
    {
      ...options,
      onAnswer: ({ data }) => {
        heard.push('answer', data)
        return 'leaving'
      },
      onNotFound: (sentence) => heard.push('not found', sentence),
      onErrors: (errors) => heard.push('errors', errors),
    },
  )
  return { heard, result }
}

const json = (status: number, body: object) => () => new Response(JSON.stringify(body), { status })

describe('what came of a call', () => {
  test('is an answer, and whether the page is being left', async () => {
    expect(await heardOf(json(200, { data: { valid: true } }))).toEqual({
      heard: ['answer', { valid: true }],
      result: 'leaving',
    })
  })

  test('is a refusal with the server’s message', async () => {
    expect(await heardOf(json(429, { error: 'Too many tries.' }))).toEqual({
      heard: ['errors', 'Too many tries.'],
      result: undefined,
    })
  })

  test('is handled separately where a link may have expired', async () => {
    expect((await heardOf(json(404, { error: 'This link is over.' }))).heard).toEqual([
      'not found',
      'This link is over.',
    ])
  })

  test('is otherwise an error like any other', async () => {
    vi.stubGlobal('fetch', json(404, { errors: { password: ['Over.'] } }))
    const onErrors = vi.fn()
    const options = { parts: { linkToken: 'x' }, onAnswer: () => {}, onErrors }
    await makeCall(chooseNewPassword, { password: '', password_confirm: '' }, options)
    expect(onErrors).toHaveBeenCalledExactlyOnceWith({ password: ['Over.'] })
  })

  test('is Network Error without an answer', async () => {
    const lost = await heardOf(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(lost.heard).toEqual(['errors', 'Network Error'])
  })

  test.each([
    ['', {}],
    [' and it can be called off', { signal: new AbortController().signal }],
  ])('is Network Error if the answer takes a minute%s', async (_, options) => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', neverAnswers)
    const onErrors = vi.fn()
    const made = makeCall(
      checkResetLink,
      {},
      { parts: { linkToken: 'x' }, ...options, onAnswer: () => {}, onErrors },
    )
    await vi.advanceTimersByTimeAsync(59_999)
    expect(onErrors).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await made
    expect(onErrors).toHaveBeenCalledExactlyOnceWith('Network Error')
  })

  test('is ignored when aborted while waiting for the answer', async () => {
    vi.stubGlobal('fetch', neverAnswers)
    const leaving = new AbortController()
    const onErrors = vi.fn()
    const options = { parts: { linkToken: 'x' }, signal: leaving.signal, onAnswer: () => {}, onErrors }
    const made = makeCall(checkResetLink, {}, options)
    leaving.abort()
    await made
    expect(onErrors).not.toHaveBeenCalled()
  })

  test('is ignored when already aborted', async () => {
    const leaving = new AbortController()
    leaving.abort()
    const off = await heardOf(() => Promise.reject(leaving.signal.reason), leaving.signal)
    expect(off).toEqual({ heard: [], result: undefined })
    expect(errorsOf({ kind: 'cancelled' })).toBeUndefined()
  })
})

test('a refusal without fields is one text of all its messages, groups included', () => {
  expect(sentenceOf('No.')).toBe('No.')
  expect(sentenceOf({ months: ['Choose a month.', 'Or two.'], reason: ['Say why.'] })).toBe(
    'Choose a month. Or two. Say why.',
  )
  expect(sentenceOf({ payment_form: { number: ['Check the number.'] } })).toBe('Check the number.')
})
