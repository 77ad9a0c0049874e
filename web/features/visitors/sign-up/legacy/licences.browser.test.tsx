import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startingPlan } from '#contract/features/sign-up/legacy-choices.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import { expectAccessible } from '#web/test-kit/show.tsx'
import {
  answerSignUp,
  button,
  dialog,
  EMAIL,
  field,
  heading,
  illinois,
  openLegacy,
} from '#web/test-kit/sign-up.ts'
import { legacySignUpValues } from '#web/test-kit/values-sign-up.ts'

const team = {
  accountType: 'multi_user',
  quantities: startingPlan('multi_user', 'data_and_dialer'),
} as const
const alone = { dataAndDialerChoice: 'dialer', quantities: startingPlan('single_user', 'dialer') } as const
const tick = (name: RegExp) => page.getByRole('checkbox', { name })
const choice = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
const subtotal = () => document.querySelector('.sign-up-subtotal output')?.textContent
const error = () => dialog('Error')
const licencesLink = () => page.getByRole('link', { name: 'Choose licenses and add-ons instead' })

/** The licenses of step three. */
async function openLicences(choices: typeof team | typeof alone) {
  answerSignUp()
  await openLegacy({ step: 3, choices: { ...choices, stepThree: 'choices' } })
  await licencesLink().click()
}

test('a team chooses numbers of licenses, from 0 or 1 to 20, at /sign-up/ [L3V-01, L3V-02, L3V-04, L3V-05, L3V-09, GEN-07]', async () => {
  await openLicences(team)
  expect(location.pathname).toBe('/sign-up/')
  await expect.poll(() => document.title).toBe('Licenses and add-ons, step 3 of 5 · Sign up · Ringwell')
  await expect.element(heading()).toHaveTextContent('Multi User Dialer and Data Account')
  await expect.element(page.getByRole('complementary')).toMatchTextContent(/Step 3 of 5/)
  const optionsOf = (label: string) =>
    [...field(label).element().querySelectorAll('option')].map(({ textContent }) => textContent)
  const upTo20 = Array.from({ length: 21 }, (_, number) => String(number))
  expect(optionsOf('CRM licenses')).toEqual(upTo20.slice(1))
  for (const item of [
    'Single Line Dialers',
    'Triple Line Dialers',
    'Call recording licenses',
    'Call me licenses',
  ])
    expect(optionsOf(item), item).toEqual(upTo20)
  await expect.element(page.getByRole('main')).not.toMatchTextContent(/voice/i)
  await expectAccessible()
})

test('the licenses page opens at its top [L3V-03]', async () => {
  await page.viewport(1280, 300)
  onTestFinished(() => page.viewport(1280, 900))
  answerSignUp()
  await openLegacy({ step: 3 })
  scrollTo(0, 200)
  expect(scrollY).toBe(200)
  ;(licencesLink().element() as HTMLElement).click()
  await expect.poll(() => scrollY).toBe(0)
  await expect.element(heading()).toHaveFocus()
})

test('more licenses than seats show an Error and reset to 0 [L3V-10..L3V-12]', async () => {
  await openLicences(team)
  await field('Triple Line Dialers').selectOptions('2')
  await expect.element(error().getByText(messages.moreDialersThanSeats)).toBeVisible()
  await expect
    .element(error())
    .toMatchTextContent(
      /Cheapest for 2 agents with 2 dialing at once: 2 CRM licenses and 2 single line dialers, \$198 \/ mo\./,
    )
  await expectAccessible()
  await error().getByRole('button', { name: 'OK' }).click()
  await expect.element(field('Single Line Dialers')).toHaveValue('0')
  await expect.element(field('Triple Line Dialers')).toHaveValue('0')
  for (const [label, message] of [
    ['Call recording licenses', messages.moreRecordingThanSeats],
    ['Call me licenses', messages.moreCallMeThanSeats],
  ] as const) {
    await field(label).selectOptions('3')
    await expect.element(error().getByText(message)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(field(label)).toHaveValue('0')
  }
})

test('the cheapest mix for a number of agents is suggested and applied', async () => {
  await openLicences(team)
  await page.getByText('How many do I need?').click()
  await field('How many agents?').selectOptions('5')
  await field('How many dialing at once?').selectOptions('2')
  await expect
    .element(page.getByText(/^Cheapest for 5 agents with 2 dialing at once: 5 CRM licenses and 2 single/))
    .toBeVisible()
  await button('Use this mix').click()
  await expect.element(field('CRM licenses')).toHaveValue('5')
  await expect.element(field('Single Line Dialers')).toHaveValue('2')
  expect(subtotal()).toBe('$228 / mo')
})

test('a service with gaps warns once; No, thanks reverts it, Escape keeps it [L3V-13..L3V-17]', async () => {
  await openLicences(team)
  const popup = dialog(/^Coverage of/)
  for (const [name, answer, isKept] of [
    [/Neighborhood search/, 'Keep it', true],
    [/Skip tracer/, 'No, thanks', false],
    [/Pre-foreclosure/, 'Escape', true],
  ] as const) {
    await tick(name).click()
    await expect
      .element(popup)
      .toMatchTextContent(/no coverage in Canada, South Carolina, Montana, Idaho and Kansas\./)
    if (answer === 'Escape') await userEvent.keyboard('{Escape}')
    else await popup.getByRole('button', { name: answer }).click()
    await expect.element(popup).not.toBeInTheDocument()
    expect((tick(name).element() as HTMLInputElement).checked).toBe(isKept)
  }
  await tick(/Skip tracer/).click()
  await expect.element(tick(/Skip tracer/)).toBeChecked()
  await expect.element(popup).not.toBeInTheDocument()
})

test('simple choices cost no add-ons, and Back returns to the licenses', async () => {
  await openLicences(team)
  await field('Call recording licenses').selectOptions('2')
  await field('Call me licenses').selectOptions('1')
  expect(subtotal()).toBe('$189 / mo')
  await page.getByRole('link', { name: 'Back to the simple choices' }).click()
  await expect.poll(subtotal).toBe('$109 / mo')
  expect(location.pathname).toBe('/sign-up/step-3')
  history.back()
  await expect.poll(subtotal).toBe('$189 / mo')
  expect(location.pathname).toBe('/sign-up/')
})

test('one user picks one dialer, with recording and call me as checkboxes [L3V-06..L3V-08]', async () => {
  await openLicences(alone)
  await expect.element(field('CRM licenses')).not.toBeInTheDocument()
  await expect.element(choice('Single Line Dialer')).toBeChecked()
  await choice('Triple Line Dialer').click()
  await expect.element(choice('Single Line Dialer')).not.toBeChecked()
  expect(subtotal()).toBe('$149 / mo')
  await choice('Single Line Dialer').click()
  await tick(/Call recording/).click()
  await tick(/Call me/).click()
  await expect.poll(subtotal).toBe('$154 / mo')
  await expectAccessible()
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Customer and account information')
})

test('where licenses come first, step two leads to them [L3V-01]', async () => {
  answerSignUp()
  await openLegacy({
    step: 2,
    choices: { stepThree: 'licences', market: illinois, email: EMAIL },
    values: { ...legacySignUpValues, stepThree: 'licences' },
  })
  await field('State').selectOptions('WY')
  await button('Next').click()
  await expect.element(page.getByRole('link', { name: 'Back to the simple choices' })).toBeVisible()
  expect(location.pathname).toBe('/sign-up/')
})
