import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import * as paymentMessages from '#contract/billing/messages.ts'
import * as signUpMessages from '#contract/features/sign-up/messages.ts'
import { left } from '#web/test-kit/show.tsx'
import {
  answerSignUp,
  button,
  field,
  fillCard,
  fillPasswords,
  heading,
  openLegacy,
  openLegacyBilling,
  PASSWORD,
  payNow,
  person,
  refused,
  registered,
} from '#web/test-kit/sign-up.ts'

const tick = (name: RegExp) => page.getByRole('checkbox', { name })
const alert = () => page.getByRole('alert')

/** Presses PAY NOW and is refused with these errors; a second press may pay. */
async function openRefused(errors: unknown) {
  answerSignUp({ submit: [refused(errors), registered] })
  await openLegacyBilling()
  fillCard()
  await payNow().click()
}

async function expectPaid() {
  await payNow().click()
  await expect.poll(() => left).toEqual(['/login/?status=registered'])
}

test('a declined card shows the error at its field on the card step [PAY-09, PAY-13]', async () => {
  await openRefused({ payment_form: { number: [paymentMessages.cardDeclined] } })
  await expect.element(field('Card number')).toHaveAccessibleDescription(paymentMessages.cardDeclined)
  await expect.element(field('Card number')).toHaveFocus()
  expect(location.pathname).toBe('/sign-up/step-5')
  await expectPaid()
})

test.each([
  ['a sentence', 'Please <b>call us</b>.', 'Please call us.'],
  ['an unknown form', { another_form: { anything: ['Not today.'] } }, 'Not today.'],
])('%s is shown under the form of the card step [PAY-12]', async (_, errors, shown) => {
  await openRefused(errors)
  await expect.element(alert()).toHaveTextContent(shown)
  expect(location.pathname).toBe('/sign-up/step-5')
})

test('errors about the person open step four, with all input kept [PAY-08, PAY-13, ENT-21]', async () => {
  await openRefused({ customer_form: { zip_code: ['No such zip.'], broker: ['Pick one.'] } })
  await expect.element(field('Zip')).toHaveAccessibleDescription('No such zip.')
  await expect.element(field('Zip')).toHaveFocus()
  expect(location.pathname).toBe('/sign-up/step-4')
  await expect
    .element(page.getByRole('group', { name: 'How did you hear about us?' }))
    .toMatchTextContent(/Pick one\./)
  await expect.element(field('Account password')).toHaveValue(PASSWORD)
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
  await expect.element(field('Card number')).toHaveValue('4111-1111-1111-1111')
  await expectPaid()
})

test('errors about the plan open step three until the plan is changed [PAY-07]', async () => {
  await openRefused({ sign_up_form: { fsbo_data_feature: [signUpMessages.serviceNotOffered] } })
  await expect.element(alert().getByText(signUpMessages.serviceNotOffered)).toBeInViewport()
  expect(location.pathname).toBe('/sign-up/step-3')
  await tick(/For sale by owner/).click()
  await expect.element(alert()).not.toBeInTheDocument()
  await tick(/For rent by owner/).click()
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Customer and account information')
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
  await expectPaid()
})

test('errors about the email open step one, and the steps are repeated [PAY-06]', async () => {
  await openRefused({ emails_form: { email: [signUpMessages.emailTaken] } })
  await expect.element(field('Email')).toHaveAccessibleDescription(signUpMessages.emailTaken)
  await expect.element(field('Email')).toHaveFocus()
  expect(location.pathname).toBe('/sign-up/step-1')
  await button('Next').click()
  await expect.element(field('State')).toHaveValue('IL')
  await button('Next').click()
  await expect.element(tick(/For sale by owner/)).toBeChecked()
  await button('Next').click()
  await expect.element(field('First name')).toHaveValue('Dana')
})

test('refusals while saving step four are shown there [PAY-12, PAY-13]', async () => {
  const save = [
    refused({ another_form: { anything: ['Not today.'] } }),
    refused({ customer_form: { company: ['Not this one.'] } }),
  ]
  answerSignUp({ save })
  await openLegacy({ step: 4, customer: person })
  fillPasswords()
  await button('Next').click()
  await expect.element(alert()).toHaveTextContent('Not today.')
  await button('Next').click()
  await expect.element(field('Company')).toHaveAccessibleDescription('Not this one.')
  expect(location.pathname).toBe('/sign-up/step-4')
})
