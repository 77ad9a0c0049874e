import { afterEach, expect, test, vi } from 'vitest'
import { keyOf, lastAccountOf, putFirst, rememberAccount } from './last-account.ts'

afterEach(() => vi.unstubAllGlobals())

function storage() {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  return kept
}

test('the account number is stored under a key that does not reveal the email', () => {
  const kept = storage()
  rememberAccount('Team@Example.com ', '198220')
  expect(lastAccountOf('team@example.com')).toBe('198220')
  expect(lastAccountOf('other@example.com')).toBeUndefined()
  expect([...kept.values()]).toEqual(['198220'])
  expect([...kept.keys()].join()).not.toMatch(/team|example|@/i)
})

test('similar emails have separate keys', () => {
  const keys = Array.from({ length: 20_000 }, (_, place) => keyOf(`agent${place}@example.com`))
  expect(new Set(keys).size).toBe(keys.length)
})

test('without storage nothing is remembered and nothing breaks', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('denied')
    },
  })
  rememberAccount('team@example.com', '198220')
  expect(lastAccountOf('team@example.com')).toBeUndefined()
})

test('the remembered account comes first; the others keep their order', () => {
  const accounts = [{ pin: '1' }, { pin: '2' }, { pin: '3' }]
  expect(putFirst(accounts, '3')).toEqual([{ pin: '3' }, { pin: '1' }, { pin: '2' }])
  expect(putFirst(accounts, '9')).toEqual(accounts)
  expect(putFirst(accounts, undefined)).toEqual(accounts)
})
