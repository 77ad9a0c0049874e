import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { optionsOfCountries } from '#contract/catalogue/countries.ts'
import { regionsIn } from '#contract/catalogue/regions.ts'
import { startChoices } from '#contract/features/sign-up/legacy-choices.ts'
import {
  answerSignUp,
  button,
  dialog,
  field,
  fillIn,
  fillPasswords,
  form,
  heading,
  openLegacy,
  person,
} from '#web/test-kit/sign-up.ts'
import { legacySignUpValues, signUpContextAnswer } from '#web/test-kit/values-sign-up.ts'

const canada = {
  countries: optionsOfCountries(['CA']),
  regions: regionsIn(['CA']),
}
const soldInCanada = {
  values: { ...legacySignUpValues, ...canada },
  context: [{ body: { ...signUpContextAnswer, countries: canada.countries, states: canada.regions } }],
}
const choice = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
const countries = () =>
  [...field('Country').element().querySelectorAll('option:not([value=""])')].map(
    ({ textContent }) => textContent,
  )

test('both countries are offered, and every step says “province” for Canada', async () => {
  answerSignUp()
  const choices = { dataAndDialerChoice: 'dialer' } as const
  await openLegacy({ step: 2, choices, customer: { ...person, state: '', zip_code: 'H2X 1Y4' } })
  expect(countries()).toEqual(['United States', 'Canada'])
  await expect.element(field('State')).toBeVisible()
  await field('Country').selectOptions('CA')
  await button('Next').click()
  await expect.element(form()).toMatchTextContent(/Province: This field is required/)
  await field('Province').selectOptions('QC')
  await button('Next').click()
  await expect.element(heading()).toMatchTextContent(/Dialer Only Account/)
  await button('Next').click()
  await expect.element(field('Province')).toHaveValue('QC')
  fillPasswords()
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
  await expect.element(field('Country')).toHaveValue('CA')
  await expect.element(field('Province')).toHaveValue('')
  await field('Country').selectOptions('US')
  await expect.element(field('State')).toHaveValue('AL')
})

test('sold only in Canada, the wizard offers the package without data', async () => {
  answerSignUp({ context: soldInCanada.context })
  await openLegacy({ values: soldInCanada.values })
  expect(page.getByRole('group', { name: 'Package' }).getByRole('radio').all()).toHaveLength(1)
  await expect.element(choice('Dialer Only Account')).toBeChecked()
  fillIn({ Email: 'dana@northshore.example' })
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('About your business')
  expect(countries()).toEqual(['Canada'])
  await expect.element(field('Country')).toHaveValue('CA')
  await expect.element(page.getByText(/United States/)).not.toBeInTheDocument()
})

test('sold only in Canada, a changed email starts over with the package without data', async () => {
  answerSignUp({ context: soldInCanada.context })
  const choices = { ...startChoices('choices', 'CA'), email: 'dana@northshore.example' }
  await openLegacy({
    step: 2,
    choices: { ...choices, accountType: 'multi_user' },
    values: soldInCanada.values,
  })
  await button('Previous').click()
  await expect.element(choice('Multi User')).toBeChecked()
  fillIn({ Email: 'robin@northshore.example' })
  await button('Next').click()
  await dialog('Warning').getByRole('button', { name: 'Proceed' }).click()
  await expect.element(heading()).toHaveTextContent('About your business')
  await button('Previous').click()
  await expect.element(choice('Single User')).toBeChecked()
  await expect.element(choice('Dialer Only Account')).toBeChecked()
})
