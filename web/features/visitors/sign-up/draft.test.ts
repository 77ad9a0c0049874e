import { expect, test } from 'vitest'
import { mapFields } from '#web/form/judge-fields.ts'
import { localDay, readDraft, saveDraft } from './draft.ts'
import { customerFields } from './new-wizard.ts'
import { dropDraft } from './storage.ts'

const typed = mapFields(customerFields([]), (_, name) => `what was typed as ${name}`)

test('a draft is restored on the same day without its passwords [NW1-18, NW1-19, NW1-20]', () => {
  const { storage, kept } = newStorage()
  saveDraft(storage, typed, '2026-05-20')
  expect([...kept.values()].join()).not.toContain('password')
  const { password, password2, ...others } = typed
  expect(readDraft(storage, '2026-05-20')).toEqual(others)
})

test('a draft from another day is removed [NW1-21]', () => {
  const { storage, kept } = newStorage()
  saveDraft(storage, typed, '2026-05-20')
  expect(readDraft(storage, '2026-05-21')).toBeUndefined()
  expect(kept.size).toBe(0)
})

test('a dropped draft is removed [NW1-22]', () => {
  const { storage, kept } = newStorage()
  saveDraft(storage, typed, '2026-05-20')
  dropDraft(storage)
  expect(kept.size).toBe(0)
})

test.each(['{', 'null', '7', '[]', '{"savedOn":"2026-05-20"}', '{"savedOn":"2026-05-20","values":null}'])(
  'an invalid draft is dropped: %s',
  (text) => {
    const { storage, kept } = newStorage()
    kept.set('sign-up-draft', text)
    expect(readDraft(storage, '2026-05-20')).toBeUndefined()
    expect(kept.size).toBe(0)
  },
)

test('restores only text values', () => {
  const { storage, kept } = newStorage()
  kept.set('sign-up-draft', '{"savedOn":"2026-05-20","values":{"email":{"a":1},"city":"Evanston"}}')
  expect(readDraft(storage, '2026-05-20')).toEqual({ city: 'Evanston' })
})

test('blocked storage counts as empty', () => {
  const storage = () => {
    throw new Error('SecurityError')
  }
  saveDraft(storage, typed, '2026-05-20')
  dropDraft(storage)
  expect(readDraft(storage, '2026-05-20')).toBeUndefined()
})

test("the day is that of the visitor's time zone", () => {
  expect(localDay(new Date(2026, 0, 5, 0, 0))).toBe('2026-01-05')
  expect(localDay(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31')
})

function newStorage() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
  return { kept, storage: () => storage }
}
