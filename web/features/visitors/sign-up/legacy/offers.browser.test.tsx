import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  answerSignUp,
  button,
  dialog,
  EMAIL,
  field,
  fillIn,
  form,
  heading,
  illinois,
  openLegacy,
} from '#web/test-kit/sign-up.ts'
import { signUpContextAnswer } from '#web/test-kit/values-sign-up.ts'

const MLS = 'Multiple listing service (MLS) (optional)'
const mls = () => field(MLS)
const tick = (name: RegExp) => page.getByRole('checkbox', { name })
const optionsOf = (label: string) =>
  [...(field(label).element() as HTMLSelectElement).options].map(({ text }) => text)

test('call 4 decides about countries, states, listing services and popups, not just prices', async () => {
  const list = [
    { value: 'midwest-real-estate-data', displayValue: 'New MLS', state: 'IL', has_expired_data: false },
  ]
  const body = {
    ...signUpContextAnswer,
    countries: [{ value: 'US', displayValue: 'The States' }],
    states: [{ value: 'IL', displayValue: 'The Prairie State', country: 'US' }],
    misc: { ...signUpContextAnswer.misc, mls: list, show_nhs_alert_popup: false },
  }
  answerSignUp({ context: [{ body }] })
  await openLegacy({ step: 2 })
  await expect.poll(() => optionsOf('Country')).toEqual(['Choose one', 'The States'])
  expect(optionsOf('State')).toEqual(['State', 'The Prairie State'])
  await field('State').selectOptions('IL')
  await mls().selectOptions('New MLS')
  await expect.element(form()).toMatchTextContent('Expired data is not available in this MLS.')
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Single User Dialer and Data Account')
  await expect.element(tick(/Expired/)).not.toBeInTheDocument()
  await page.getByRole('link', { name: /instead$/ }).click()
  await tick(/Neighborhood search/).click()
  await expect.element(tick(/Neighborhood search/)).toBeChecked()
  await expect.element(dialog(/^Coverage of/)).not.toBeInTheDocument()
  await tick(/Pre-foreclosure/).click()
  await expect.element(dialog(/^Coverage of/)).toBeVisible()
})

test('a changed email continues at once, unless choices would be lost', async () => {
  answerSignUp()
  await openLegacy()
  fillIn({ Email: 'first@northshore.example' })
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('About your business')
  await button('Previous').click()
  fillIn({ Email: EMAIL })
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('About your business')
  fillIn({ State: 'IL' })
  await button('Next').click()
  await button('Previous').click()
  await button('Previous').click()

  const warning = dialog('Warning')
  fillIn({ Email: 'other@northshore.example' })
  await button('Next').click()
  await expect.element(warning).toMatchTextContent('A new email starts a new sign-up')
  await warning.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(warning).not.toBeInTheDocument()
  await expect.element(field('Email')).toHaveValue(EMAIL)
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('About your business')
  await expect.element(field('State')).toHaveValue('IL')

  await button('Previous').click()
  await page.getByRole('radio', { name: /^Multi User/ }).click()
  fillIn({ Email: 'other@northshore.example' })
  await button('Next').click()
  await warning.getByRole('button', { name: 'Proceed' }).click()
  await expect.element(heading()).toHaveTextContent('About your business')
  await expect.element(field('State')).toHaveValue('')
  await button('Previous').click()
  await expect.element(page.getByRole('radio', { name: /^Single User/ })).toBeChecked()
})

test('an MLS or industry without expired data says what the plan loses [L3-12, ENT-15]', async () => {
  answerSignUp()
  await openLegacy({ step: 3 })
  await tick(/Expired/).click()
  await button('Previous').click()
  const lost = page.getByText(/it will be removed from your plan/)
  await expect.element(mls()).toHaveValue(illinois.mls)
  await expect.element(lost).not.toBeInTheDocument()
  await mls().selectOptions('Quad City Area Realtor Association')
  await expect.element(lost).toBeVisible()
  await mls().selectOptions('Midwest Real Estate Data')
  await expect.element(lost).not.toBeInTheDocument()
  await field('Industry').selectOptions('Insurance')
  await expect.element(lost).toBeVisible()
  await expect.element(page.getByLabelText(MLS)).not.toBeInTheDocument()
})

test('the list of MLSs starts with a prompt where the state has some', async () => {
  answerSignUp()
  await openLegacy({ step: 2 })
  await field('State').selectOptions('WY')
  await expect.poll(() => optionsOf(MLS)).toEqual(['My MLS is not listed'])
  await field('State').selectOptions('KS')
  await expect
    .poll(() => optionsOf(MLS))
    .toEqual(['Choose your MLS', 'Heartland MLS', 'My MLS is not listed'])
  await expect.element(mls()).toHaveValue('')
  await mls().selectOptions('My MLS is not listed')
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Single User Dialer and Data Account')
  await expect.element(tick(/Expired/)).not.toBeInTheDocument()
  await button('Previous').click()
  await expect.element(mls()).toHaveDisplayValue('My MLS is not listed')
})

test('abroad there is no data: the package becomes a dialer, and the card is requested there [L3-09]', async () => {
  answerSignUp()
  await openLegacy({ step: 2 })
  await field('Country').selectOptions('CA')
  await expect.element(page.getByLabelText(MLS)).not.toBeInTheDocument()
  await field('Province').selectOptions('ON')
  await button('Next').click()
  await dialog('Warning').getByRole('button', { name: 'Proceed' }).click()
  await expect.element(heading()).toHaveTextContent('Single User Dialer Only Account')
  await expect.element(form()).not.toMatchTextContent('Data services')
  await button('Next').click()
  await expect.element(field('Province')).toHaveValue('ON')
})
