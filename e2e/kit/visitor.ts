import type { Page, Request } from '@playwright/test'
import { test as base, expect } from './server.ts'

export { expect }
export const PASSWORD = 'password1'

/** For tests of people who sign in. Each test has its own IP, so that the tries of one do not limit the next. */
export const test = base.extend({
  extraHTTPHeaders: ({ browserName: _ }, lend) => lend({ 'x-forwarded-for': someAddress() }),
})

/** Opens a page and waits until it is hydrated. */
export async function open(page: Page, address: string) {
  await page.goto(address, { waitUntil: 'commit' })
  await hydrated(page)
}

export async function hydrated(page: Page) {
  await page.locator('html[data-hydrated]').waitFor()
}

export async function fillIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

export async function signInAs(page: Page, email: string, password = PASSWORD) {
  await open(page, '/login/')
  await fillIn(page, email, password)
  await page.getByRole('button', { name: 'Submit' }).click()
}

/** Signs in by a request instead of the form, and opens the page it redirects to. */
export async function signedInAs(page: Page, email: string, password = PASSWORD) {
  const answer = await page.request.post('/rest/auth/login/', { multipart: { email, password } })
  const { data } = (await answer.json()) as { data: { redirect_url: string } }
  await open(page, data.redirect_url)
}

/** Every call to our own server from now on, in order. */
export function watchCalls(page: Page): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Requested whenever somebody pauses while typing a password, so it may or may not happen.
    if (pathname.startsWith('/rest/auth/breached-passwords/')) return
    if (pathname.startsWith('/rest/')) calls.push(request)
  })
  return calls
}

export function pathsOf(calls: readonly Request[]): string[] {
  return calls.map((call) => new URL(call.url()).pathname)
}

/** The fields of a multipart body. */
export function partsOf(request: Request): Record<string, string> {
  expect(request.headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  const body = request.postData() ?? ''
  const parts = body.matchAll(/name="([^"]+)"\r\n\r\n([\s\S]*?)\r\n--/g)
  return Object.fromEntries([...parts].map(([, name = '', value = '']) => [name, value]))
}

/** How many pixels the page is wider than the screen. */
export function overflowOf(page: Page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Holds the page's scripts back until they are released. */
export async function holdScripts(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/**', async (route) => {
    await promise
    await route.continue()
  })
  return { release: resolve }
}

function someAddress() {
  const part = () => 1 + Math.floor(Math.random() * 250)
  return `10.${part()}.${part()}.${part()}`
}
