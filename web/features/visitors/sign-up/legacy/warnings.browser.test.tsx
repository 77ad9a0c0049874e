import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startingPlan } from '#contract/features/sign-up/legacy-choices.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import {
  answerSignUp,
  button,
  dialog,
  field,
  fillIn,
  form,
  heading,
  openLegacy,
} from '#web/test-kit/sign-up.ts'

const warning = () => dialog('Warning')
const error = () => dialog('Error')
const choice = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
const plan = () =>
  [...document.querySelectorAll('aside .plan .line')].map(({ textContent }) =>
    textContent.replaceAll('\u00a0', ' '),
  )

/** Step one of someone who has chosen data on step three. */
async function openAfterChoices() {
  answerSignUp()
  await openLegacy({ step: 4 })
  history.replaceState(null, '', '/sign-up/step-1')
  dispatchEvent(new PopStateEvent('popstate'))
  await expect.element(heading()).toHaveTextContent('Your account')
}

test('Cancel in the Warning about data abroad returns to the country', async () => {
  answerSignUp()
  await openLegacy({ step: 2 })
  fillIn({ Country: 'CA' })
  await field('Province').selectOptions('ON')
  for (const way of ['Cancel', 'Escape']) {
    await button('Next').click()
    await expect.element(warning()).toBeVisible()
    if (way === 'Escape') await userEvent.keyboard('{Escape}')
    else await warning().getByRole('button', { name: 'Cancel' }).click()
    await expect.element(warning()).not.toBeInTheDocument()
    await expect.element(field('Country')).toHaveFocus()
  }
  expect(location.pathname).toBe('/sign-up/step-2')
})

test('Proceed in the Warning about data abroad leads to the heading of the dialer-only step', async () => {
  answerSignUp()
  await openLegacy({ step: 2 })
  fillIn({ Country: 'CA' })
  await button('Next').click()
  await expect.element(form()).toMatchTextContent(/Province: This field is required/)
  await field('Province').selectOptions('QC')
  await button('Next').click()
  await warning().getByRole('button', { name: 'Proceed' }).click()
  await expect.element(heading()).toMatchTextContent(/Dialer Only Account/)
  await expect.element(heading()).toHaveFocus()
})

test('Back from an Error to the licenses shows the reset values until it is answered', async () => {
  answerSignUp()
  const choices = {
    accountType: 'multi_user',
    quantities: startingPlan('multi_user', 'data_and_dialer'),
  } as const
  await openLegacy({ step: 3, choices })
  await page.getByRole('link', { name: 'Choose licenses and add-ons instead' }).click()
  await page.getByRole('link', { name: 'Back to the simple choices' }).click()
  await field('Triple Line Dialers').selectOptions('2')
  await button('Next').click()
  await expect.element(error().getByText(messages.chooseDataService)).toBeVisible()
  history.back()
  await expect.element(error().getByText(messages.moreDialersThanSeats)).toBeVisible()
  expect(location.pathname).toBe('/sign-up/')
  await expect.element(error().getByText(messages.chooseDataService)).not.toBeInTheDocument()
  await error().getByRole('button', { name: 'OK' }).click()
  await expect.element(error()).not.toBeInTheDocument()
  await expect.element(heading()).toHaveFocus()
  await expect.element(field('Triple Line Dialers')).toHaveValue('0')
})

test('Cancel in the Warning about discarded choices returns to the kept choice', async () => {
  await openAfterChoices()
  await choice('Data Only').click()
  await warning().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(choice('Dialer and Data Account')).toHaveFocus()
  await expect.element(choice('Dialer and Data Account')).toBeChecked()
  await choice('Multi User').click()
  await warning().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(choice('Single User')).toHaveFocus()
})

test('Proceed resets the choices of later steps [L12-03..L12-06, L3-29]', async () => {
  await openAfterChoices()
  await choice('Multi User').click()
  await expect
    .element(warning())
    .toMatchTextContent(/This resets the dialers, users and data you have chosen\./)
  await warning().getByRole('button', { name: 'Proceed' }).click()
  await expect.element(choice('Multi User')).toBeChecked()
  expect(plan()).toEqual([
    'Single line dialer × 1$89 / mo',
    'Agent access × 2$20 / mo',
    'Total Monthly Cost$109 / mo',
  ])
  await choice('Data Only Account').click()
  await expect.poll(plan).toEqual(['Agent access × 2$20 / mo', 'Total Monthly Cost$20 / mo'])
  await field('Email').fill('robin@northshore.example')
  await userEvent.keyboard('{Tab}')
  await expect.element(warning()).toMatchTextContent(/A new email starts a new sign-up/)
  await warning().getByRole('button', { name: 'Proceed' }).click()
  await expect.element(choice('Single User')).toBeChecked()
  await expect.element(choice('Dialer and Data Account')).toBeChecked()
})

test('each step has its title, also after Back and Forward', async () => {
  answerSignUp()
  await openLegacy({ step: 3 })
  await expect.poll(() => document.title).toBe('Dialer and data, step 3 of 5 · Sign up · Ringwell')
  await page.getByRole('checkbox', { name: /For sale by owner/ }).click()
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Customer and account information')
  await expect
    .poll(() => document.title)
    .toBe('Customer and account information, step 4 of 5 · Sign up · Ringwell')
  history.back()
  await expect.poll(() => document.title).toBe('Dialer and data, step 3 of 5 · Sign up · Ringwell')
  history.forward()
  await expect
    .poll(() => document.title)
    .toBe('Customer and account information, step 4 of 5 · Sign up · Ringwell')
})
