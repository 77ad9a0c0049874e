import type { Page } from '@playwright/test'
import { HELD_CARD } from '../server/test-kit/held-sign-ups.ts'
import { signNotice } from '../server/test-kit/payments.ts'
import { goodSignUp } from '../server/test-kit/sign-ups.ts'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { pressEnter, signInToDesk } from './kit/desk.ts'
import { expect, open, overflowOf, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts, expectedConsoleErrors: [/status of (?:400|403)/] })

async function tell(page: Page, notice: object) {
  const { payload, signature } = signNotice({ kind: 'dispute', amount: 0, ...notice })
  const form = { bt_payload: payload, bt_signature: signature }
  expect((await page.request.post('/rest/gateway/notices/', { form })).status()).toBe(200)
}

/** Opens a question by keyboard, gives the reason and answers it. */
async function decide(page: Page, opener: string, verb: string) {
  await pressEnter(page.getByRole('button', { name: opener }))
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await pressEnter(dialog.getByRole('button', { name: verb }))
  await expect(dialog.getByText('Enter a reason').first()).toBeVisible()
  await dialog.getByLabel('Reason').fill('Letter of the bank of November 3')
  await pressEnter(dialog.getByRole('button', { name: verb }))
  await expect(dialog).toBeHidden()
}

const outcome = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: /\S/ }).first()

test('an open dispute is found in the list, its evidence is downloaded, and it is recorded as won', async ({
  page,
  server,
}) => {
  const email = await newCustomer(page)
  const reference = /charge-[\w-]+/.exec(await server.admin('account', 'show', email))?.[0] ?? ''
  const dispute = `dp-desk-${Date.now()}`
  await tell(page, { reference, dispute, state: 'opened', openedOn: '2026-11-02', replyBy: '2026-11-20' })
  await signInToDesk(page, server, 'money')
  await open(page, `${server.deskUrl}/desk/disputes/`)
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
  await page.getByRole('link', { name: dispute }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Dispute ${dispute}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('This dispute')
  expect(await overflowOf(page)).toBe(0)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download evidence (PDF)' }).press('Enter')
  expect((await downloading).suggestedFilename()).toBe('evidence.pdf')

  await decide(page, 'Record as won', 'Record as won')
  await expect(outcome(page)).toContainText(`Dispute ${dispute} about`)
  await expect(outcome(page)).toBeFocused()
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('Active')
  await expect(page.getByRole('button', { name: 'Record as won' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a held sign-up shows what the rules found, is released, and is charged', async ({ page, server }) => {
  const body = goodSignUp({ number: HELD_CARD, email: `held${Date.now()}@example.com` })
  const answer = await page.request.post('/rest/auth/sign-up/submit/', { data: body })
  expect(answer.status()).toBe(202)
  await signInToDesk(page, server, 'money')
  await open(page, `${server.deskUrl}/desk/held-sign-ups/`)
  const held = page.getByRole('region').filter({ hasText: String(body.email) })
  await expect(held).toContainText('9235')
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
  const heading = (await held.getByRole('heading', { level: 2 }).textContent()) ?? ''
  const order = /Sign-up (\d+)/.exec(heading)?.[1] ?? ''
  await decide(page, `Release and charge sign-up ${order}`, 'Release and charge')
  await expect(outcome(page)).toHaveText(/is paid: \$[\d.]+, account \d{6}\./)
  await expect(outcome(page)).toBeFocused()
  await expect(held).toHaveCount(0)
})

test('a block is added and removed, with its reason in the list', async ({ page, server }) => {
  await signInToDesk(page, server, 'money')
  await open(page, `${server.deskUrl}/desk/blocks/`)
  await pressEnter(page.getByRole('button', { name: 'Add a block' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What to block').selectOption('address')
  await dialog.getByLabel('Identifier, IP address or range').fill('nowhere')
  await dialog.getByLabel('Until').fill('2030-01-01')
  await dialog.getByLabel('Reason').fill('Many stolen cards')
  await pressEnter(dialog.getByRole('button', { name: 'Block', exact: true }))
  await expect(dialog.getByText('nowhere is not an IP address or range.').first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Identifier, IP address or range').fill('192.0.2.7/24')
  await pressEnter(dialog.getByRole('button', { name: 'Block', exact: true }))
  await expect(outcome(page)).toHaveText('IP address 192.0.2.0/24 is blocked until 2030-01-01.')
  const row = page.getByRole('row').filter({ hasText: '192.0.2.0/24' })
  await expect(row).toContainText('Many stolen cards')
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
  await row.getByRole('button', { name: /Remove block/ }).click()
  await dialog.getByLabel('Reason').fill('It was a school')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(outcome(page)).toHaveText(/^Block \d+ is removed\.$/)
  await expect(page.getByText('Nothing is blocked.')).toBeVisible()
})

test('a reader sees the same lists and nothing to press', async ({ page, server }) => {
  await signInToDesk(page, server, 'reader')
  for (const path of ['disputes', 'held-sign-ups', 'blocks', 'webinars', 'prices', 'partners', 'settings']) {
    await open(page, `${server.deskUrl}/desk/${path}/`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  }
  await page.goto(`${server.deskUrl}/desk/operators/`)
  await expect(page.getByText(/Admin/).first()).toBeVisible()
})
