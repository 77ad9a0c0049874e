import { expect, test } from 'vitest'
import { startChoices } from '#contract/features/sign-up/legacy-choices.ts'
import type { DraftStorage } from '#web/features/visitors/sign-up/storage.ts'
import { progressFrom } from '../bring-back.ts'
import { dropProgress, readProgress, type StoredProgress, saveProgress } from './progress.ts'

function memory(): { storage: DraftStorage; stored: Map<string, string> } {
  const stored = new Map<string, string>()
  const storage = () => ({
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  return { storage, stored }
}

const kept: StoredProgress = {
  choices: { ...startChoices(), email: 'dana@example.com', accountType: 'multi_user' },
  stepCompleted: 4,
  typed: {
    account: { email: 'dana@example.com' },
    business: { industry: 'Real Estate' },
    customer: { first_name: 'Dana', password: 'canary', password2: 'canary' },
  },
}

test('restores progress unchanged, except for passwords and an open dialog [ENT-18]', () => {
  const { storage, stored } = memory()
  saveProgress(storage, { ...kept, choices: { ...kept.choices, notice: { kind: 'info' } } })
  expect([...stored.values()].join('')).not.toContain('canary')
  expect(readProgress(storage)).toEqual({
    ...kept,
    typed: { ...kept.typed, customer: { first_name: 'Dana' } },
  })
  dropProgress(storage)
  expect(readProgress(storage)).toBeUndefined()
})

test.each([
  'nonsense',
  'null',
  '[]',
  '{"stepCompleted":4}',
  JSON.stringify({ ...kept, stepCompleted: 9 }),
  JSON.stringify({ ...kept, choices: { ...kept.choices, accountType: 'nobody' } }),
  JSON.stringify({ ...kept, choices: { ...kept.choices, quantities: { lead: 900 } } }),
  JSON.stringify({ ...kept, choices: { ...kept.choices, market: { mls: 4 } } }),
])('invalid progress is ignored: %s', (text) => {
  const { storage, stored } = memory()
  stored.set('sign-up-progress', text)
  expect(readProgress(storage)).toBeUndefined()
})

test('without storage nothing is saved, and nothing breaks', () => {
  const forbidden: DraftStorage = () => {
    throw new Error('Forbidden')
  }
  saveProgress(forbidden, kept)
  dropProgress(forbidden)
  expect(readProgress(forbidden)).toBeUndefined()
})

test('a legacy sign-up resumed by a link has progress up to its card', () => {
  const { storage } = memory()
  const form = {
    email: 'dana@example.com',
    accountType: 'multi_user',
    dataAndDialerChoice: 'data_and_dialer',
    industry: 'Real Estate',
    market_country: 'US',
    market_state: 'IL',
    mls: 'midwest-real-estate-data',
    hosted_lead_management_count: 3,
    triple_line_power_dialer_count: 2,
    call_me_feature_count: 1,
    fsbo_data_feature: 1,
    first_name: 'Dana',
    coach: true,
  }
  saveProgress(storage, progressFrom(form))
  expect(readProgress(storage)).toMatchObject({
    stepCompleted: 4,
    choices: {
      email: 'dana@example.com',
      accountType: 'multi_user',
      stepThree: 'licences',
      market: { market_state: 'IL', mls: 'midwest-real-estate-data' },
      quantities: { lead: 3, single: 0, triple: 2, callme: 1, fsbo: 1 },
    },
    typed: { customer: { first_name: 'Dana', coach: 'true' } },
  })
  saveProgress(storage, progressFrom({ email: 'dana@example.com', hosted_lead_management_count: 2 }))
  expect(readProgress(storage)?.choices).toMatchObject({
    accountType: 'multi_user',
    stepThree: 'choices',
    market: { market_country: 'US' },
  })
})
