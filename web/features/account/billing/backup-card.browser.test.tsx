import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import * as messages from '#contract/billing/messages.ts'
import { removeBackupCard, saveBackupCard, swapCards } from '#contract/features/billing.ts'
import type { PageValues } from '#contract/page-values.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { fillCard } from '#web/test-kit/card.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { answerPage } from '#web/test-kit/present-page.ts'
import { expectAccessible, left, showPage } from '#web/test-kit/show.tsx'
import { visa } from '#web/test-kit/values-account.ts'
import { billing, billingPastDue } from '#web/test-kit/values-account-pages.ts'

const path = '/account/billing/'
const tile = (name: string) => page.getByRole('region', { name, exact: true })
const backup = { ...visa, brand: 'Mastercard', lastFour: '4444', id: 71 }
const withBackup: PageValues['billing'] = { ...billing, money: { ...billing.money, backup } }

test('a backup card is explained, and added after its bank has checked it', async () => {
  const requests = answerCalls(({ body }) =>
    String(body.number).startsWith('4')
      ? { status: 400, body: { errors: { number: [messages.backupIsFirst] } } }
      : { body: { data: { status: 'saved' } } },
  )
  await showPage('billing', { values: billing, path })
  const backupTile = tile('Backup card')
  await expect
    .element(backupTile)
    .toMatchTextContent('We charge a backup card only if your bank declines your Visa ending in 1111')
  await backupTile.getByRole('button', { name: 'Add a backup card' }).click()
  const number = backupTile.getByLabelText('Card number')
  await expect.element(number).toHaveFocus()
  await fillCard('4111111111111111', backupTile)
  const save = page.getByRole('button', { name: 'Save backup card' })
  await save.click()
  await expect.element(number).toHaveAccessibleDescription(messages.backupIsFirst)
  await expectAccessible()
  await expectFits()
  await number.fill('5555555555554444')
  await save.click()
  await expect.poll(() => left).toEqual(['/account/billing/?saved=card'])
  expect(requests.every((one) => isFor(one, saveBackupCard))).toBe(true)
})

test('the form for a backup card can be closed, not while its bank checks the card', async () => {
  const bank = Promise.withResolvers<{ status: number; body: unknown }>()
  answerCalls(() => bank.promise)
  await showPage('billing', { values: withBackup, path })
  const open = page.getByRole('button', { name: 'Use another backup card' })
  const cancel = tile('Backup card').getByRole('button', { name: 'Cancel' })
  await open.click()
  await cancel.click()
  await expect.element(page.getByRole('heading', { name: 'Backup card' })).toHaveFocus()
  await open.click()
  const save = page.getByRole('button', { name: 'Save backup card' }).element().getBoundingClientRect()
  expect(cancel.element().getBoundingClientRect().top - save.bottom).toBeGreaterThan(8)
  await fillCard('4111111111111111', tile('Backup card'))
  await page.getByRole('button', { name: 'Save backup card' }).click()
  await expect.element(cancel).toBeDisabled()
  bank.resolve({ status: 400, body: { errors: { number: [messages.backupIsFirst] } } })
  await expect.element(cancel).toBeEnabled()
  await expectAccessible()
})

test('beside an unpaid bill, the form for a backup card and the one that pays have names of their own', async () => {
  await showPage('billing', { values: billingPastDue })
  await page.getByRole('button', { name: 'Add a backup card' }).click()
  await expect.element(page.getByRole('form', { name: 'Save card and pay $397.00' })).toBeVisible()
  await expect.element(page.getByRole('form', { name: 'Save backup card' })).toBeVisible()
  await expectAccessible()
})

test.each([
  ['Make it the first card', swapCards],
  ['Remove the backup card', removeBackupCard],
])('%s: the card that the page shows is named, and the page then shows the result', async (name, call) => {
  const requests = answerCalls(() => ({ body: { data: { status: 'saved' } } }))
  await showPage('billing', { values: withBackup, path })
  await expect.element(tile('Backup card')).toMatchTextContent('Mastercard ending in 4444, expires 12/2028.')
  await expectAccessible()
  await expectFits()
  await page.getByRole('button', { name }).click()
  await expect.poll(() => left).toEqual(['/account/billing/?saved=card'])
  expect(requests.map((one) => [isFor(one, call), one.body])).toEqual([[true, { card_id: 71 }]])
})

test('a backup card changed in another tab is shown as it is now, and why nothing was done', async () => {
  answerCalls(() => ({ status: 400, body: { errors: messages.cardsHaveChanged, outdated: true } }))
  await showPage('billing', { values: withBackup, path })
  answerPage('billing', billing)
  await page.getByRole('button', { name: 'Make it the first card' }).click()
  await expect.element(tile('Backup card').getByRole('alert')).toHaveTextContent(messages.cardsHaveChanged)
  await expect.element(page.getByRole('button', { name: 'Add a backup card' })).toBeVisible()
  // The pressed button is gone.
  await expect.element(page.getByRole('heading', { name: 'Backup card' })).toHaveFocus()
})

test.each([
  [{ expiresTooSoon: true }, 'It expires before the next charge. Please use another card.', 1],
  [
    { refused: 'Your bank says this card has expired.' },
    'Your bank says this card has expired. It cannot be used. Please use another card.',
    0,
  ],
])('a backup card that cannot help says so, and is replaced or removed: %o', async (state, says, swaps) => {
  const money = { ...billing.money, backup: { ...backup, ...state } }
  await showPage('billing', { values: { ...billing, money } })
  await expect.element(tile('Backup card')).toMatchTextContent(says)
  await expect.element(page.getByRole('button', { name: 'Use another backup card' })).not.toHaveClass('quiet')
  await expect.element(page.getByRole('button', { name: 'Remove the backup card' })).toBeEnabled()
  expect(page.getByRole('button', { name: 'Make it the first card' }).elements()).toHaveLength(swaps)
})

const expired = { ...visa, refused: 'Your bank says this card has expired.' }
test.each([
  ['the backup is said to be charged instead', backup, 'we charge this card instead.'],
  ['a backup is said to be worth adding', null, 'You do not have one. We cannot charge'],
  ['a backup that is refused as well is said to need another', { ...expired, id: 71 }, 'we would charge a'],
])('once the first card is refused for good, %s', async (_, second, says) => {
  const money = { ...billing.money, card: expired, backup: second }
  await showPage('billing', { values: { ...billing, money } })
  const use = 'We cannot charge your Visa ending in 1111, so we'
  await expect.element(tile('Backup card')).toMatchTextContent(use)
  await expect.element(tile('Backup card')).toMatchTextContent(says)
  await expect.element(page.getByText('We charge a backup card only if')).not.toBeInTheDocument()
})
