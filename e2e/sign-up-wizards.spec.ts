import { ACCOUNT, dialog, fillAccount, LICENCES } from './kit/legacy.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import { field, heading, newEmail, next, SAVE } from './kit/sign-up.ts'
import { expect, hydrated, open, test } from './kit/visitor.ts'

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

test('a link to continue opens the wizard in which the sign-up was begun, also where only the other one answers', {
  tag: '@wide',
}, async ({ page, request }) => {
  const email = newEmail()
  const begun = await request.post(SAVE, { data: beginning(email) })
  expect(begun.status()).toBe(200)
  await open(page, ACCOUNT)
  await field(page, 'Email').fill(email)
  await field(page, 'Email').press('Tab')
  await dialog(page, 'Warning').getByRole('button', { name: 'Email me a link' }).click()
  const { plain } = await mailTo(request, { email, subject: /Continue your sign-up/ })
  await open(page, pathsIn(plain, '/sign-up/resume/')[0] ?? '')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(/\/sign-up\/step-1\?triple=2&lead=2/)
  await expect(heading(page)).toHaveText('Customer information')
  await expect(field(page, 'Full name')).toHaveValue('Dana Whitfield')
  await page.reload()
  await expect(field(page, 'Email')).toHaveValue(email)
})

/** What the new wizard saves when its first step is left. */
function beginning(email: string) {
  return {
    email,
    confirmEmail: email,
    hosted_lead_management_count: 2,
    triple_line_power_dialer_count: 2,
    full_name: 'Dana Whitfield',
    company: 'North Shore Realty',
    mobile_phone: '3125550148',
    address: '12 Lake Street',
    city: 'Evanston',
    state: 'IL',
    zip_code: '60201',
    industry: 'Real Estate',
    howDidYouHearAboutUs: 'Coach',
    password: 'correct horse 7',
    password2: 'correct horse 7',
    first_security_question: '0',
    first_question_answer: 'Peoria',
    second_security_question: '1',
    second_question_answer: 'Barista',
    same_billing_address: false,
    planName: '',
    originPath: '/pricing',
  }
}
