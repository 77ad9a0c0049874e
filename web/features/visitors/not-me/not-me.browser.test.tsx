import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PageValues } from '#contract/page-values.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'

type State = PageValues['not-me']['state']

const asks: State = {
  kind: 'asks',
  company: 'Harbor Homes',
  pin: '318204',
  email: 'dana@harbor.example',
  changedSince: false,
}
const main = () => page.getByRole('main')
const open = (state: State) => showPage('not-me', { values: { linkToken: 'token', state } })

test('the link says what its button does, which is a plain form', async () => {
  await open(asks)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Was this not you?')
  await expect.element(main()).toMatchTextContent('sign you out of Harbor Homes (account number 318204)')
  await expect.element(main()).toMatchTextContent('We will send a link to dana@harbor.example')
  await expect.element(main()).not.toMatchTextContent('Your password was changed after')
  await expect.element(page.getByRole('button', { name: 'Sign me out everywhere' })).toBeEnabled()
  expect([...new FormData(document.querySelector('form') ?? undefined)]).toEqual([['confirm', '1']])
  await expectAccessible()
  await expectFits()
})

test('whoever changed the password since is told so', async () => {
  await open({ ...asks, changedSince: true })
  await expect.element(main()).toMatchTextContent('Your password was changed after we sent the email.')
})

test('afterwards the page says where the link to a new password is', async () => {
  await open({ kind: 'done', email: 'dana@harbor.example', isTaken: false })
  await expect.element(page.getByRole('heading', { name: 'You are signed out everywhere' })).toHaveFocus()
  await expect.element(main()).toMatchTextContent('We sent a link to dana@harbor.example')
  await expect.element(main()).not.toMatchTextContent('another person of the account')
  await expectAccessible()
  await expectFits()
})

test('an email that another person has by now stays theirs, and the page says so', async () => {
  await open({ kind: 'done', email: 'dana@harbor.example', isTaken: true })
  await expect.element(main()).toMatchTextContent('another person of the account signs in with dana@harbor')
})

test.each([
  ['used', 'This link has already been used.'],
  ['over', 'This link no longer works.'],
] as const)('a link that is %s says so, and leads to a new password', async (kind, text) => {
  await open({ kind })
  await expect.element(main()).toMatchTextContent(text)
  await expect
    .element(page.getByRole('link', { name: 'Reset password' }))
    .toHaveAttribute('href', '/password-reset/')
  await expectAccessible()
  await expectFits()
})
