import { ACCOUNT, fillAccount, LICENCES } from './kit/legacy.ts'
import { field, next } from './kit/sign-up.ts'
import { expect, hydrated, test } from './kit/visitor.ts'

test.use({ serverEnv: { TRUST_PROXY: '1', SIGN_UP_WIZARD: 'legacy', SIGN_UP_STEP_THREE: 'licences' } })

test('where the legacy wizard alone answers, a plan is ignored and step two leads to the licences [L3V-01, SUP-01]', {
  tag: '@wide',
}, async ({ page }) => {
  await page.goto(`${LICENCES}?triple=2`)
  await expect(page).toHaveURL(ACCOUNT)
  await hydrated(page)
  await fillAccount(page)
  await field(page, 'State').selectOption('WY')
  await next(page).click()
  await expect(page).toHaveURL(LICENCES)
  await expect(page.getByRole('link', { name: 'Back to the simple choices' })).toBeVisible()
})
