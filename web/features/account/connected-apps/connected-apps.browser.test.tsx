import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { appOfOthers } from '#contract/accounts/people-messages.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { expectAccessible, left, showPage } from '#web/test-kit/show.tsx'
import { ownerOfActive } from '#web/test-kit/values-account.ts'

const app = {
  key: 'zap-12',
  name: 'Zapier',
  logo: '',
  allows: ['Read your contacts'],
  since: 'March 1, 2026',
  lastUsed: 'Today',
  by: 'Uma Roe',
}
const values = { ...ownerOfActive, apps: [app], older: null }
const dialog = () => page.getByRole('dialog')
const disconnect = async () => {
  await page.getByRole('button', { name: 'Disconnect Zapier, connected by Uma Roe' }).click()
  await dialog().getByRole('button', { name: 'Disconnect' }).click()
}

test.each([
  ['disconnected', { body: { data: { status: 'disconnected' } } }],
  ['disconnected elsewhere meanwhile', { status: 404, body: { errors: 'Gone.' } }],
])('an app that is %s leaves the list, and the page says so', async (_, answer) => {
  const requests = answerCalls(() => answer)
  await showPage('connected-apps', { values })
  await disconnect()
  await expect.element(page.getByText('Zapier is disconnected.')).toHaveFocus()
  await expect.element(page.getByRole('heading', { name: 'No apps are connected' })).toBeVisible()
  expect(requests[0]?.body).toEqual({ app: 'zap-12' })
})

test('someone who lost the permission is told so, and the page reloads once that is closed', async () => {
  answerCalls(() => ({ status: 403, body: { errors: appOfOthers } }))
  await showPage('connected-apps', { values })
  await disconnect()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent(appOfOthers)
  await expectAccessible()
  await expectFits()
  expect(left).toEqual([])
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => left).toHaveLength(1)
})
