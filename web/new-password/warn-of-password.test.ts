import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'

const hash = createHash('sha1').update('hunter22').digest('hex')
const [prefix, suffix] = [hash.slice(0, 5), hash.slice(5, 13)]

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** A server with these suffixes. */
async function withList(suffixes: string) {
  const request: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    request.push(url)
    return Response.json({ data: { suffixes } })
  })
  const { isBreached } = await import('./warn-of-password.ts')
  return { asked: request, isBreached }
}

test('finds a password in the list, sending only five digits of its hash', async () => {
  const { asked: request, isBreached } = await withList(`00000001${suffix}${'0'.repeat(16)}`)
  expect(await isBreached('hunter22')).toBe(true)
  expect(await isBreached('hunter23')).toBe(false)
  expect(request[0]).toBe(`/rest/auth/breached-passwords/${prefix}/`)
})

test('digits that overlap two hashes do not match', async () => {
  const { isBreached } = await withList(`0000${suffix}0000`)
  expect(await isBreached('hunter22')).toBe(false)
})

test('while no list is loaded, it asks once', async () => {
  const { asked: request, isBreached } = await withList('')
  for (const password of ['hunter22', 'hunter23', 'hunter24']) expect(await isBreached(password)).toBe(false)
  expect(request).toHaveLength(1)
})

test('without an answer or browser hashing, there is no warning', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline')
  })
  const { isBreached } = await import('./warn-of-password.ts')
  expect(await isBreached('hunter22')).toBe(false)
  vi.stubGlobal('crypto', {})
  expect(await isBreached('hunter22')).toBe(false)
})
