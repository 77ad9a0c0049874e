import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PageValues } from '#contract/page-values.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { ownerOfActive } from '#web/test-kit/values-account.ts'

const activity: PageValues['activity'] = {
  ...ownerOfActive,
  lines: [
    {
      key: 'a1',
      at: 'March 18, 2026, 9:58 AM',
      who: 'Dana Whitfield',
      text: 'Signed in',
      more: '',
      device: 'Chrome 140 on Windows',
      ip: '203.0.113.x',
      isWarning: false,
      advice: 'sign-in',
      isOwn: true,
    },
  ],
  kind: null,
  older: 'a0',
  isNewest: true,
}

test('a log line shows what, who, which device, where and when', async () => {
  await showPage('activity', { values: activity })
  const cells = page.getByRole('row').last()
  await expect
    .element(cells)
    .toMatchTextContent(/Signed in.*Dana Whitfield.*Chrome 140 on Windows.*203\.0\.113\.x.*9:58 AM/)
  await expect
    .element(page.getByRole('link', { name: 'Older' }))
    .toHaveAttribute('href', '/account/activity/?before=a0')
  await expect
    .element(page.getByRole('link', { name: 'Download as CSV' }))
    .toHaveAttribute('href', '/account/activity/activity.csv')
  await page.getByText('Not you?').click()
  await expectAccessible()
})

test('a link filters the log and is marked as current, and the file uses the same filter', async () => {
  await showPage('activity', { values: { ...activity, lines: [], older: null, kind: 'apps' } })
  await expect.element(page.getByText('Nothing of this kind has happened yet.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Download as CSV' }))
    .toHaveAttribute('href', '/account/activity/activity.csv?kind=apps')
  const filter = page.getByRole('navigation', { name: 'Filter' })
  await expect
    .element(filter.getByRole('link', { name: 'Connected apps' }))
    .toHaveAttribute('aria-current', 'true')
  await expect.element(filter.getByRole('link', { name: 'Everything' })).not.toHaveAttribute('aria-current')
  await expect
    .element(filter.getByRole('link', { name: 'Everything' }))
    .toHaveAttribute('href', '/account/activity/')
  await expect
    .element(filter.getByRole('link', { name: 'Plan and payments' }))
    .toHaveAttribute('href', '/account/activity/?kind=billing')
  await expectAccessible()
})

test('anyone who reports a strange entry is told to check passkeys and the authenticator app', async () => {
  await showPage('activity', { values: activity })
  const advice = page.getByRole('region', { name: 'If something here was not you' })
  await expect.element(advice).toMatchTextContent('your own authenticator app')
  await expect.element(advice.getByRole('link', { name: 'passkey' })).toBeVisible()
})

test('older lines keep the filter', async () => {
  await showPage('activity', { values: { ...activity, kind: 'apps' } })
  await expect
    .element(page.getByRole('link', { name: 'Older' }))
    .toHaveAttribute('href', '/account/activity/?kind=apps&before=a0')
})
