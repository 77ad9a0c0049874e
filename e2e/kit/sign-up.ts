import { randomUUID } from 'node:crypto'
import type { Page, Request } from '@playwright/test'
import { expect, open } from './visitor.ts'

const PLAN = 'triple=2&lead=2&callrecording=2&skip-tracer=1&back-url=pricing&plan-name=custom'
export const STEP_1 = `/sign-up/step-1?${PLAN}`
export const STEP_2 = `/sign-up/step-2?${PLAN}`
export const LOOK_UP = '/rest/auth/get-login-info-by-email/'
export const SAVE = '/rest/auth/sign-up/'
export const SUBMIT = '/rest/auth/sign-up/submit/'
export const DECLINED = '4000-0000-0000-0002'
export const PASSWORD = 'correct horse 7'

export type Texts = Record<string, string>

/** An email that nobody has signed up with yet. */
export function newEmail() {
  return `dana.${randomUUID().slice(0, 8)}@northshore.example`
}

/** Valid input for step one, by field label. */
export function customer(changes: Texts = {}): Texts {
  const email = changes.Email ?? newEmail()
  return {
    Email: email,
    'Confirm email': email,
    'Full name': 'Dana Whitfield Moore',
    Company: 'North Shore Realty',
    'Phone number': '3125550148',
    'Street address': '12 Lake Street',
    City: 'Evanston',
    State: 'IL',
    Zip: '60201',
    Industry: 'Real Estate',
    'How did you hear about us?': 'Coach',
    'Account password': PASSWORD,
    'Confirm password': PASSWORD,
    'First security question': '0',
    'Answer to the first question': 'Peoria',
    'Second security question': '1',
    'Answer to the second question': 'Barista',
    ...changes,
  }
}

/** A card that is approved, with its own billing address. */
function card(changes: Texts = {}): Texts {
  return {
    'Card number': '4111-1111-1111-1111',
    'Card holder name': 'Dana Whitfield',
    'Expiration month': '12',
    'Expiration year': String(new Date().getUTCFullYear() + 2),
    CVV: '123',
    'Billing address': '500 Market Street',
    City: 'Mobile',
    Zip: '36602',
    ...changes,
  }
}

/** The visible form; the other step is in the page but hidden. */
export const step = (page: Page) => page.locator('form:visible')
export const field = (page: Page, label: string) => step(page).getByLabel(label, { exact: true })
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
export const payNow = (page: Page) => page.getByRole('button', { name: 'PAY NOW' })
export const previous = (page: Page) => page.getByRole('button', { name: 'Previous' })
const terms = (page: Page) => page.getByLabel('I have read and accept the terms and conditions')
export const sameHere = (page: Page) => page.getByLabel('The address above is the same as my billing address')
/** The error message of a field, from its accessible description. */
export const complaint = (page: Page, label: string) =>
  step(page)
    .locator('.field', { has: page.getByLabel(label, { exact: true }) })
    .locator('.err')

const selects = new Set([
  'State',
  'Industry',
  'How did you hear about us?',
  'First security question',
  'Second security question',
  'Expiration month',
  'Expiration year',
])

export async function fillAll(page: Page, texts: Texts) {
  for (const [label, text] of Object.entries(texts)) {
    if (selects.has(label)) await field(page, label).selectOption(text)
    else await field(page, label).fill(text)
  }
}

export async function goToBilling(page: Page) {
  await open(page, STEP_1)
  const person = customer()
  await fillAll(page, person)
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing', { timeout: 15_000 })
  return person
}

export async function fillCard(page: Page, changes: Texts = {}) {
  await fillAll(page, card(changes))
  await terms(page).check()
}

/** Slow: the device is checked, the password hashed and the gateway called first. */
export async function expectRegistered(page: Page) {
  await expect(page).toHaveURL('/login/?status=registered', { timeout: 20_000 })
}

/** Bodies of the calls to a path from now on, in order. */
export function watchBodies(page: Page, path: string) {
  const bodies: Record<string, unknown>[] = []
  page.on('request', (request: Request) => {
    if (new URL(request.url()).pathname === path) bodies.push(request.postDataJSON())
  })
  return bodies
}

export function draftIn(page: Page): Promise<{ savedOn: string; values: Texts } | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('sign-up-draft') ?? 'null'))
}
