import { expect, test } from 'vitest'
import { isRefused } from '#server/platform/refusal.ts'
import { openPasswords } from './passwords.ts'

const small = { cost: 'low', atOnce: 2, waiting: 3 } as const

test('a hash matches only its own password', async () => {
  const passwords = openPasswords(small)
  const hash = await passwords.hash('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
  expect(await passwords.verify('correct horse', hash as string)).toBe(true)
  expect(await passwords.verify('correct house', hash as string)).toBe(false)
  expect(await passwords.verify('correct horse', undefined)).toBe(false)
})

test('composed and combining accents and full-width letters are the same password', async () => {
  const passwords = openPasswords(small)
  const hash = (await passwords.hash('caf\u00e9-1')) as string
  expect(await passwords.verify('cafe\u0301-1', hash)).toBe(true)
  expect(await passwords.verify('ｃａｆé－１', hash)).toBe(true)
  expect(await passwords.verify('Café-1', hash)).toBe(false)
})

test('a hash made at another cost can still be verified', async () => {
  const hash = (await openPasswords({ ...small, cost: 'standard' }).hash('secret99')) as string
  expect(hash).toContain('m=19456,t=2,p=1')
  expect(await openPasswords(small).verify('secret99', hash)).toBe(true)
})

test('more than the queue holds is refused at once, and the queue recovers', async () => {
  const passwords = openPasswords(small)
  const results = await Promise.all(Array.from({ length: 8 }, () => passwords.hash('secret99')))
  expect(results.filter(isRefused)).toHaveLength(8 - small.atOnce - small.waiting)
  expect(isRefused(await passwords.hash('secret99'))).toBe(false)
})

test('a request that finds the queue full is refused before any work is done', async () => {
  const passwords = openPasswords({ cost: 'low', atOnce: 1, waiting: 1 })
  const leaving = Promise.withResolvers<string>()
  const inside = [passwords.admit(() => leaving.promise), passwords.admit(() => leaving.promise)]
  let wasAsked = false
  const late = await passwords.admit(async () => {
    wasAsked = true
    return 'in'
  })
  expect(isRefused(late)).toBe(true)
  expect(wasAsked).toBe(false)
  leaving.resolve('done')
  expect(await Promise.all(inside)).toEqual(['done', 'done'])
  expect(await passwords.admit(async () => 'in')).toBe('in')
})

test('of the admitted requests only as many start as keep the hashing busy', async () => {
  const passwords = openPasswords({ cost: 'low', atOnce: 1, waiting: 3 })
  const leaving = Promise.withResolvers<void>()
  let begun = 0
  const inside = Array.from({ length: 4 }, () =>
    passwords.admit(async () => {
      begun += 1
      await leaving.promise
      return 'done'
    }),
  )
  expect(passwords.isFull()).toBe(true)
  expect(begun).toBe(2)
  leaving.resolve()
  expect(await Promise.all(inside)).toEqual(['done', 'done', 'done', 'done'])
  expect(begun).toBe(4)
  expect(passwords.isFull()).toBe(false)
})
