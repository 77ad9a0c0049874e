import type { Page } from '@playwright/test'
import {
  card,
  expectRegistered,
  field,
  fillAll,
  heading,
  localized,
  newEmail,
  next,
  PASSWORD,
  payNow,
  type Texts,
  terms,
} from './sign-up.ts'
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
export function person(changes: Texts = {}): Texts {
  return localized({
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
    ...changes,
  })
}

type Account = { email?: string; type?: 'Single User' | 'Multi User'; pack?: string }

/** Fills in step one and continues to step two. */
export async function fillAccount(page: Page, { email = newEmail(), type, pack }: Account = {}) {
  await field(page, 'Email').fill(email)
  if (type) await choice(page, type).check()
  if (pack) await choice(page, pack).check()
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

export async function goToThirdStep(page: Page, account: Account = {}) {
  await open(page, ACCOUNT)
  const email = await fillAccount(page, account)
  await fillBusiness(page)
  return email
}

/** Continues from step three with the current choices. */
export async function leaveThird(page: Page) {
  await next(page).click()
  await expect(heading(page)).toHaveText('Customer and account information')
}

export async function fillPerson(page: Page, changes: Texts = {}) {
  await fillAll(page, person(changes))
  await page.getByLabel('Coach').check()
}

export async function leavePerson(page: Page) {
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing')
}

/** Continues to billing with one data service. */
export async function goToLegacyBilling(page: Page, account: Account = {}) {
  const email = await goToThirdStep(page, account)
  await tick(page, /For sale by owner/).check()
  await leaveThird(page)
  await fillPerson(page)
  await leavePerson(page)
  return email
}

export async function fillLegacyCard(page: Page, changes: Texts = {}) {
  await fillAll(page, card(changes))
  await terms(page).check()
}

/** Continues from step three, with the current choices, to a paid account. */
export async function payFromThird(page: Page) {
  await leaveThird(page)
  await fillPerson(page)
  await leavePerson(page)
  await fillLegacyCard(page)
  await payNow(page).click()
  await expectRegistered(page)
}
