import type { Page } from '@playwright/test'
import { expect } from './server.ts'

export const GALLERY = '/dev/gallery/'
export const REQUIRED = 'This field is required'

export async function openForm(page: Page) {
  await page.goto(GALLERY)
  await page.locator('form[data-hydrated]').first().waitFor()
}

export async function holdScripts(page: Page) {
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  return { release: () => gate.resolve() }
}

export function form(page: Page) {
  return page.getByRole('form', { name: 'Every field' })
}

export function field(page: Page, label: string) {
  return form(page).getByLabel(label, { exact: true })
}

export function summary(page: Page) {
  return form(page).locator('.summary')
}

export async function submit(page: Page) {
  await page.getByRole('button', { name: 'Next', exact: true }).click()
}

export async function answer(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click()
}

export async function sent(page: Page): Promise<Record<string, string>> {
  return JSON.parse((await page.locator('pre').textContent()) ?? '')
}

export async function fillWell(page: Page) {
  await field(page, 'Email').fill(' dana@example.com ')
  await field(page, 'Confirm email').fill('dana@example.com')
  await field(page, 'Account password').fill(' secret ')
  await field(page, 'Mobile phone').fill('3125550148')
  await field(page, 'Industry').selectOption('Insurance')
  await field(page, 'Zip').fill('60601')
  await field(page, 'Card number').fill('4111111111111111')
  await field(page, 'CVV').fill('123')
  await field(page, 'Note (optional)').fill('Call twice')
  await page.getByRole('checkbox', { name: 'By mail' }).check()
  await page.getByRole('checkbox', { name: 'I have read and accept' }).check()
}

export async function expectComplaint(page: Page, label: string, text: string) {
  await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`${escaped(text)}$`))
}

export async function expectContent(page: Page, label: string) {
  await expect(field(page, label)).not.toHaveAttribute('aria-invalid')
}

function escaped(text: string) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
