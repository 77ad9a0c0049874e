import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PageValues } from '#contract/page-values.ts'
import { expectAccessible, left, showPage } from '#web/test-kit/show.tsx'
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

test('a line of the log says what, who, with which device, from where and when', async () => {
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

test('the log is filtered by a form, and the file follows the filter', async () => {
  await showPage('activity', { values: { ...activity, lines: [], older: null, kind: 'apps' } })
  await expect.element(page.getByText('Nothing of this kind has happened yet.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Download as CSV' }))
    .toHaveAttribute('href', '/account/activity/activity.csv?kind=apps')
  await page.getByLabelText('Show').selectOptions('Everything')
  await page.getByRole('button', { name: 'Filter' }).click()
  expect(left).toEqual(['/account/activity/?kind='])
})

test('older lines are those of the same kind', async () => {
  await showPage('activity', { values: { ...activity, kind: 'apps' } })
  await expect
    .element(page.getByRole('link', { name: 'Older' }))
    .toHaveAttribute('href', '/account/activity/?kind=apps&before=a0')
})
