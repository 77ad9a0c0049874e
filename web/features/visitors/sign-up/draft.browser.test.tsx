import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#web/test-kit/show.tsx'
import {
  answerSignUp,
  button,
  customer,
  EMAIL,
  field,
  fillIn,
  fillPasswords,
  heading,
  openFilled,
  openSignUp,
  PASSWORD,
} from '#web/test-kit/sign-up.ts'
import { localDay } from './draft.ts'

const draft = () => JSON.parse(localStorage.getItem('sign-up-draft') ?? 'null')
const same = () => page.getByLabelText('The address above is the same as my billing address')
const clear = () => button('Clear my entries')

/** All customer input that a form may show again. */
async function expectRestored() {
  for (const [name, text] of Object.entries(customer)) {
    const shown = name === 'mobile_phone' ? '(312) 555-0148' : text
    if (name !== 'same_billing_address')
      expect(document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value, name).toBe(shown)
  }
  await expect.element(field('Account password')).toHaveValue('')
  await expect.element(field('Confirm password')).toHaveValue('')
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(0)
}

test('input is saved with the date, without the passwords [NW1-18, NW1-19]', async () => {
  answerSignUp()
  await openSignUp()
  fillIn({ Email: EMAIL, 'Phone number': '3125550148' })
  fillPasswords()
  await same().click()
  const values = { email: EMAIL, mobile_phone: '3125550148', same_billing_address: 'true' }
  await expect.poll(draft).toMatchObject({ savedOn: localDay(new Date()), values })
  const stored = JSON.stringify({ ...localStorage, ...sessionStorage })
  expect(stored).not.toContain(PASSWORD)
  expect(stored).not.toContain('password')
})

test("today's draft is restored without errors and announced [NW1-20]", async () => {
  answerSignUp()
  await openSignUp({ ...customer, same_billing_address: 'true' })
  await expect
    .element(page.getByText('We restored what you entered earlier, except passwords.'))
    .toBeVisible()
  await expectRestored()
  await expect.element(same()).toBeChecked()
  await expectAccessible()
})

test('a draft without the security answers says so', async () => {
  answerSignUp()
  await openSignUp({ ...customer, first_question_answer: '', second_question_answer: '' })
  await expect.element(page.getByText(/except passwords and security answers/)).toBeVisible()
})

test('a link above the form clears the input, and Undo restores it', async () => {
  answerSignUp()
  await openSignUp({ ...customer, same_billing_address: 'true' })
  fillPasswords()
  const gap = () => topOf(field('Email').element()) - topOf(heading().element())
  const before = gap()
  expect(topOf(clear().element())).toBeLessThan(topOf(field('Email').element()))
  await clear().click()
  await expect.element(heading()).toHaveFocus()
  await expect.element(field('Email')).toHaveValue('')
  await expect.element(same()).not.toBeChecked()
  await expect.element(clear()).not.toBeInTheDocument()
  expect(draft()).toBeNull()
  expect(gap()).toBe(before)
  await expectAccessible()
  await button('Undo').click()
  await expectRestored()
  await expect.element(same()).toBeChecked()
  await expect.element(field('Email')).toHaveFocus()
  await expect.poll(draft).toMatchObject({ values: { email: EMAIL } })
  await expect.element(button('Undo')).not.toBeInTheDocument()
  await expect.element(clear()).toBeVisible()
})

test('Undo does not overwrite what was typed after clearing', async () => {
  answerSignUp()
  await openSignUp(customer)
  await clear().click()
  await expect.element(field('Company')).toHaveValue('')
  fillIn({ Company: 'Lakeview Homes' })
  await button('Undo').click()
  await expect.element(field('City')).toHaveValue('Evanston')
  await expect.element(field('Company')).toHaveValue('Lakeview Homes')
})

test('leaving after clearing makes it final', async () => {
  answerSignUp()
  await openSignUp(customer)
  await clear().click()
  await expect.element(button('Undo')).toBeVisible()
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  await expect.element(button('Undo')).not.toBeInTheDocument()
})

test('without browser storage there is no draft, and everything else works', async () => {
  answerSignUp()
  const storage = Object.getOwnPropertyDescriptor(window, 'localStorage') ?? {}
  const restore = () => void Object.defineProperty(window, 'localStorage', storage)
  onTestFinished(restore)
  await openFilled()
  Object.defineProperty(window, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('Forbidden', 'SecurityError')
    },
  })
  fillIn({ Company: 'Lakeview Homes' })
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
  restore()
  vi.restoreAllMocks()
})

function topOf(element: Element): number {
  return element.getBoundingClientRect().top
}
