import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PageValues } from '#contract/page-values.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'

type State = PageValues['not-me']['state']

const asks = {
  kind: 'asks',
  company: 'Harbor Homes',
  pin: '318204',
  email: 'dana@harbor.example',
  changedSince: false,
  ownership: null,
} as const
const takenBack = { removed: [], removesMore: false, stillInvited: [], changes: [], hasMoreChanges: false }
const done = {
  kind: 'done',
  email: 'dana@harbor.example',
  isTaken: false,
  ownership: null,
  takenBack,
} as const
const main = () => page.getByRole('main')
const open = (state: State) => showPage('not-me', { values: { linkToken: 'token', state } })

test('the link says what its button does, and the button is a plain form', async () => {
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

test('someone who has changed the password since is told so', async () => {
  await open({ ...asks, changedSince: true })
  await expect.element(main()).toMatchTextContent('Your password was changed after we sent the email.')
})

test('afterwards the page says where the password link was sent', async () => {
  await open(done)
  await expect.element(page.getByRole('heading', { name: 'You are signed out everywhere' })).toHaveFocus()
  await expect.element(main()).toMatchTextContent('We sent a link to dana@harbor.example')
  await expect.element(main()).not.toMatchTextContent('another person of the account')
  await expectAccessible()
  await expectFits()
})

test('an email that another person uses by now stays theirs, and the page says so', async () => {
  await open({ ...done, isTaken: true })
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

test('lists who was removed, who stays, and what else changed, with how to revert each', async () => {
  const strangers = Array.from({ length: 3 }, (_, index) => `Sam Lee (stranger${index}@example.com)`)
  await open({
    ...done,
    takenBack: {
      removed: strangers,
      removesMore: true,
      stillInvited: ['ines@harbor.example'],
      changes: [
        { wayBack: 'billing', texts: ['Changed the card: Visa ending in 1111'] },
        { wayBack: 'mail', texts: ['Saved the mail server'] },
      ],
      hasMoreChanges: true,
    },
  })
  const removed = page.getByRole('region', { name: 'Removed from your account' })
  await expect.element(removed.getByRole('listitem').first()).toHaveTextContent(strangers[0] ?? '')
  await expect.element(removed).toMatchTextContent('More of them are being removed now.')
  const linkTo = (name: string) => page.getByRole('link', { name, exact: true })
  await expect.element(linkTo('Invite again')).toHaveAttribute('href', '/account/people/')
  await expect.element(linkTo('Remove')).toHaveAttribute('href', '/account/people/')
  await expect.element(main()).toMatchTextContent('ines@harbor.example')
  await expect.element(main()).toMatchTextContent('Changed the card: Visa ending in 1111.')
  await expect
    .element(linkTo('Check the card and billing details'))
    .toHaveAttribute('href', '/account/billing/')
  await expect.element(linkTo('Check the mail server')).toHaveAttribute('href', '/account/outgoing-mail/')
  await expect.element(linkTo('see everything that happened')).toHaveAttribute('href', '/account/activity/')
  await expectAccessible()
  await expectFits()
})

test.each([
  ['comes-back', 'Once you have set a new password, within 24 hours, you are its owner again.'],
  ['call', 'You are no longer the owner of the account, and this does not change that. Call'],
] as const)(
  'before and after, an account that was handed over says what happens to it: %s',
  async (ownership, text) => {
    await open({ ...asks, ownership })
    await expect.element(main()).toMatchTextContent(text)
    await open({ ...done, ownership })
    await expect.element(main()).toMatchTextContent(text)
    await expectAccessible()
    await expectFits()
  },
)
