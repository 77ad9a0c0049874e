import type { APIRequestContext, Page } from '@playwright/test'
import { mailTo, newestMail, pathsIn } from './mailbox.ts'
import { expect } from './visitor.ts'

/** A single object, so that all password-reset tests share a server: the runner compares it by identity. */
export const ownMails = { MAIL_FROM: 'Reset stories <reset@example.com>' }
const REQUEST = '/rest/auth/password_reset/'
export const INVALID =
  'Unfortunately the link did not work. Please, attempt to restore the password once more'
export const USED =
  'This link has already been used, so your password may already be changed. Try to sign in with the password you just chose, or ask for a new link.'
export const send = (page: Page) => page.getByRole('button', { name: 'Send' })
export const reset = (page: Page) => page.getByRole('button', { name: 'Reset', exact: true })
export const password = (page: Page) => page.getByLabel('Password', { exact: true })
export const confirmation = (page: Page) => page.getByLabel('Confirm password')
export const success = (page: Page) => page.getByRole('heading', { level: 1, name: 'Success!' })
export const alert = (page: Page) => page.getByRole('main').getByRole('alert')
export const unknownEmail = () => `nobody-${Date.now()}-${Math.floor(Math.random() * 1e9)}@example.com`

/** The link in a new mail to someone with one account. */
export async function linkFor(request: APIRequestContext, email: string): Promise<string> {
  const before = await newestMail(request)
  const answer = await request.post(REQUEST, { multipart: { email } })
  expect(answer.status()).toBe(200)
  const [link = ''] = await linksTo(request, email, before)
  return link
}

/** Paths of the links in the reset mail to this person that is newer than the given one. */
export async function linksTo(request: APIRequestContext, email: string, after: number): Promise<string[]> {
  const { plain } = await mailTo(request, { email, subject: /^Reset/, after })
  return pathsIn(plain, '/password-reset/confirm/')
}

export async function choose(request: APIRequestContext, link: string, chosen: string) {
  const address = `/rest/auth${link.replace('/password-reset/', '/password_reset/')}`
  const answer = await request.post(address, { multipart: { password: chosen, password_confirm: chosen } })
  expect(answer.status()).toBe(200)
}
