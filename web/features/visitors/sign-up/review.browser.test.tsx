import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { HELD_KEY, type SignUpReviewValues } from '#contract/features/sign-up/values.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'

const again = '/sign-up/step-1?triple=2'
const main = page.getByRole('main')
const heading = page.getByRole('heading', { level: 1 })

async function open(standing: SignUpReviewValues['standing'], more: Partial<SignUpReviewValues> = {}) {
  sessionStorage.setItem(HELD_KEY, '1')
  await showPage('sign-up-review', {
    values: { standing, amountCents: 397_00, signUpUrl: again, planNotes: [], ...more },
  })
}

test('during review the page says what happens next, and offers another sign-up', async () => {
  await open('held')
  await expect.element(heading).toHaveTextContent('We are checking your sign-up')
  await expect.element(main).toMatchTextContent('A person on our team looks at it within a day.')
  await expect.element(main).toMatchTextContent('Nothing has been charged.')
  await expect.element(main).toMatchTextContent('we will charge $397.00 to your card')
  await expect
    .element(page.getByRole('link', { name: 'Sign up for another account' }))
    .toHaveAttribute('href', 'https://ringwell.example/pricing/')
  expect(sessionStorage.getItem(HELD_KEY)).toBe('1')
  await expectAccessible()
})

test.each([
  ['declined', 'Your bank declined the payment'],
  ['expired', 'Your sign-up was not completed'],
  ['not-charged', 'Your sign-up was not completed'],
] as const)('a sign-up that is %s can be repeated, in this tab as well', async (standing, title) => {
  await open(standing, { planNotes: ['Choose Call me again.'] })
  await expect.element(heading).toHaveTextContent(title)
  await expect.element(main).toMatchTextContent('Choose Call me again.')
  await expect.element(page.getByRole('link', { name: 'Sign up again' })).toHaveAttribute('href', again)
  await expect.poll(() => sessionStorage.getItem(HELD_KEY)).toBeNull()
  await expectAccessible()
})

test('a refused sign-up says so, and offers none', async () => {
  await open('refused')
  await expect.element(heading).toHaveTextContent('We could not accept your sign-up')
  await expect.element(main).toMatchTextContent('Nothing was charged, and we do not keep your card.')
  await expect.element(page.getByRole('link', { name: /^Sign up/ })).not.toBeInTheDocument()
  await expect.poll(() => sessionStorage.getItem(HELD_KEY)).toBeNull()
  await expectAccessible()
})

test('without a cookie it says nothing for certain, and the tab may sign up again', async () => {
  await open('unknown')
  await expect.element(heading).toHaveTextContent('Your sign-up')
  await expect.element(main).toMatchTextContent('Nothing is charged before then')
  await expect.element(main).not.toMatchTextContent('We are checking')
  await expect.element(main).not.toMatchTextContent('Nothing has been charged')
  await expect.poll(() => sessionStorage.getItem(HELD_KEY)).toBeNull()
  await expectAccessible()
})

test('says when it is being charged', async () => {
  await open('charging')
  await expect.element(heading).toHaveTextContent('We have accepted your sign-up')
  await expect.element(main).toMatchTextContent('We are confirming the payment with your bank.')
})
