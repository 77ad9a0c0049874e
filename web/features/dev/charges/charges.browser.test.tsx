import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SandboxCard, SandboxCharge } from '#contract/features/charges.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'

const paid: SandboxCharge = {
  reference: 'sbx-1',
  key: 'key-1',
  createdAt: '2026-03-17T09:30:00.000Z',
  amountCents: 149_00,
  brand: 'Visa',
  lastFour: '1111',
  outcome: 'paid',
  reason: '',
  ours: 'paid',
  forWhom: 'maximiliana.von.hohenzollern@immobilienverwaltung.example',
  pin: '204518',
}
const declined: SandboxCharge = {
  ...paid,
  reference: 'sbx-2',
  lastFour: '0002',
  outcome: 'declined',
  reason: 'insufficient-funds',
  ours: 'declined',
}

const card: SandboxCard = {
  id: 7,
  company: 'Immobilienverwaltung Maximiliana von Hohenzollern',
  pin: '204518',
  brand: 'Mastercard',
  lastFour: '4444',
  expires: '12/2029',
  isBackup: true,
}

test.each([
  ['sent', [card], 'Within seconds'],
  ['gone', [card], 'not on file any more'],
  ['', [], 'No card is on file yet.'],
])('the buttons of a bank, after %o', async (report, cards, says) => {
  await showPage('charges', { values: { charges: [], cards }, query: { report } })
  const bank = page.getByRole('region', { name: 'What a bank says about a card' })
  await expect.element(bank).toMatchTextContent(says)
  expect(bank.getByRole('button').elements()).toHaveLength(cards.length * 4)
  await expectAccessible()
})

test('the charges of the sandbox are a table, readable at every width', async () => {
  await showPage('charges', { values: { charges: [paid, declined], cards: [card] } })
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  await expect.element(row('Visa 1111')).toMatchTextContent(/204518.*\$149\.00.*Paid/)
  await expect.element(row('Visa 0002')).toMatchTextContent('insufficient funds')
  await expectAccessible()
  await page.viewport(320, 800)
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth)
  await expectAccessible()
})
