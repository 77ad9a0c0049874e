import type { Page } from '@playwright/test'
import { PROGRESS_KEY, startChoices } from '#contract/features/sign-up/legacy-choices.ts'
import { field, fillAll, heading, newEmail, next, PASSWORD, type Texts } from './sign-up.ts'
import { expect, open } from './visitor.ts'

export const ACCOUNT = '/sign-up/step-1'
export const BUSINESS = '/sign-up/step-2'
export const CHOICES = '/sign-up/step-3'
export const LICENCES = '/sign-up/'
export const CUSTOMER = '/sign-up/step-4'
export const BILLING = '/sign-up/step-5'

export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
export const subtotal = (page: Page) => page.locator('.sign-up-subtotal output')
export const tick = (page: Page, name: string | RegExp) => page.getByRole('checkbox', { name })
export const choice = (page: Page, name: string) => page.getByRole('radio', { name })

/** Valid input for step four; the state is carried over from step two. */
const person: Texts = {
  'First name': 'Dana',
  'Last name': 'Whitfield',
  Company: 'North Shore Realty',
  'Mobile phone': '3125550148',
  'Street address': '12 Lake Street',
  City: 'Evanston',
  Zip: '60201',
  'Account password': PASSWORD,
  'Confirm password': PASSWORD,
  'First security question': '0',
  'Answer to the first question': 'Peoria',
  'Second security question': '1',
  'Answer to the second question': 'Barista',
}

type Account = { email?: string; type?: 'Single User' | 'Multi User' }

/** Fills in step one and continues to step two. */
export async function fillAccount(page: Page, { email = newEmail(), type }: Account = {}) {
  await field(page, 'Email').fill(email)
  if (type) await choice(page, type).check()
  await next(page).click()
  await expect(heading(page)).toHaveText('About your business')
  return email
}

/** Fills in step two (Illinois, with an MLS that has expired data) and continues to step three. */
export async function fillBusiness(page: Page) {
  await field(page, 'State').selectOption('IL')
  await page.getByLabel('Multiple listing service').selectOption('Midwest Real Estate Data')
  await next(page).click()
  await expect(heading(page)).toContainText('User')
}

/** Continues from step three with the current choices. */
export async function leaveThird(page: Page) {
  await next(page).click()
  await expect(heading(page)).toHaveText('Customer and account information')
}

export async function fillPerson(page: Page) {
  await fillAll(page, person)
  await page.getByLabel('Coach').check()
}

export async function leavePerson(page: Page) {
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing')
}

const illinois = {
  industry: 'Real Estate',
  market_country: 'US',
  market_state: 'IL',
  mls: 'midwest-real-estate-data',
}

/** Opens step four in a tab that has stored the steps before it, with one dialer and one data service. */
export async function openPerson(page: Page) {
  const email = newEmail()
  const start = { ...startChoices(), email }
  const progress = {
    choices: { ...start, market: illinois, quantities: { ...start.quantities, fsbo: 1 } },
    stepCompleted: 3,
    typed: { account: { email }, business: illinois, customer: { state: 'IL' } },
  }
  await page.goto('/health')
  await page.evaluate(
    ([key = '', text = '']) => sessionStorage.setItem(key, text),
    [PROGRESS_KEY, JSON.stringify(progress)],
  )
  await open(page, CUSTOMER)
  await fillPerson(page)
  return email
}

export async function goToLegacyBilling(page: Page) {
  const email = await openPerson(page)
  await leavePerson(page)
  return email
}
