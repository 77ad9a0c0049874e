import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, left } from '#web/test-kit/show.tsx'
import {
  answerSignUp,
  dialog,
  field,
  fillIn,
  heading,
  openBilling,
  openLegacy,
  openSignUp,
} from '#web/test-kit/sign-up.ts'

const signUp = () => page.getByRole('link', { name: 'Sign Up' })
const warning = () => dialog('Warning')

test("the header's Sign Up leaves at once while nothing was typed", async () => {
  answerSignUp()
  await openSignUp()
  await signUp().click()
  await expect.poll(() => left).toEqual(['/sign-up/'])
})

test('asks before typed values are lost: Cancel stays, Proceed leaves', async () => {
  answerSignUp()
  await openSignUp()
  fillIn({ 'Full name': 'Dana Whitfield' })
  await signUp().click()
  await expect.element(warning()).toMatchTextContent(/leave this sign-up/)
  await expectAccessible()
  await warning().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(warning()).not.toBeInTheDocument()
  await expect.element(signUp()).toHaveFocus()
  await expect.element(field('Full name')).toHaveValue('Dana Whitfield')
  expect(left).toEqual([])
  await signUp().click()
  await warning().getByRole('button', { name: 'Proceed' }).click()
  await expect.poll(() => left).toEqual(['/sign-up/'])
})

test.each([
  ['on the card step', openBilling],
  ['in the legacy wizard', () => openLegacy({ step: 3 })],
])('it asks %s', async (_, openStep) => {
  answerSignUp()
  await openStep()
  await signUp().click()
  await expect.element(warning()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(warning()).not.toBeInTheDocument()
  expect(left).toEqual([])
})

test("Back closes the dialog, and the step's heading gets the focus", async () => {
  answerSignUp()
  await openLegacy({ step: 3 })
  await page.getByRole('link', { name: /^Choose licenses/ }).click()
  await signUp().click()
  await expect.element(warning()).toBeVisible()
  history.back()
  await expect.element(warning()).not.toBeInTheDocument()
  await expect.element(heading()).toHaveFocus()
})

test('opening it in a new tab asks nothing', async () => {
  answerSignUp()
  await openSignUp()
  fillIn({ Company: 'North Shore Realty' })
  // React listens below the document: prevents the tab from opening there.
  let isOpened = false
  document.addEventListener(
    'click',
    (event) => {
      isOpened = !event.defaultPrevented
      event.preventDefault()
    },
    { once: true },
  )
  signUp()
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }))
  expect(isOpened).toBe(true)
  await expect.element(warning()).not.toBeInTheDocument()
})
