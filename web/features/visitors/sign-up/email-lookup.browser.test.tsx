import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { lookUpEmail, requestResume } from '#contract/features/sign-up/calls.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible, left } from '#web/test-kit/show.tsx'
import {
  answerSignUp,
  button,
  dialog,
  EMAIL,
  field,
  fillIn,
  found,
  heading,
  openFilled,
  openLegacy,
  openSignUp,
} from '#web/test-kit/sign-up.ts'
import { signUpContextAnswer } from '#web/test-kit/values-sign-up.ts'

const warning = () => dialog('Warning')

async function leaveEmail(email = EMAIL) {
  await field('Email').fill(email)
  await userEvent.keyboard('{Tab}')
}

test('a free email is looked up on blur and again on Next [NW1-23, NW1-24, NW1-26, WIR-10]', async () => {
  const calls = answerSignUp()
  await openFilled()
  await leaveEmail()
  await expect.poll(calls.lookedUp).toEqual([{ email: EMAIL }])
  await expect.element(field('Email')).not.toHaveAttribute('aria-invalid', 'true')
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
  expect(calls.lookedUp()).toEqual([{ email: EMAIL }, { email: EMAIL }])
})

test('an invalid email is not looked up', async () => {
  const calls = answerSignUp()
  await openSignUp()
  await leaveEmail('')
  await leaveEmail('dana@')
  await expect.element(field('Email')).toHaveAccessibleDescription('Enter a valid email address')
  expect(calls.lookedUp()).toEqual([])
})

test("an active account's email leads to its sign-in [NW1-27]", async () => {
  answerSignUp({ lookUp: [found('busy.active', { pin: '204518' })] })
  await openSignUp()
  await leaveEmail()
  await expect.poll(() => left).toHaveLength(1)
  const { pathname, searchParams } = new URL(left[0] ?? '', location.origin)
  expect([pathname, searchParams.get('status')]).toEqual(['/login/', 'busy.active'])
  expect(JSON.parse(searchParams.get('extraData') ?? '')).toEqual({ pin: '204518', email: EMAIL })
})

test.each([
  ['busy.cancelled', messages.emailTaken, '[NW1-28]'],
  ['invalid_data', 'That domain takes no mail.', '[NW1-25]'],
])('%s is reported at the email, on blur and on Next: %s %s', async (status, message) => {
  const calls = answerSignUp({ lookUp: [found(status, { message })] })
  await openFilled()
  await leaveEmail()
  await expect.element(field('Email')).toHaveAccessibleDescription(message)
  await button('Next').click()
  await expect.poll(calls.lookedUp).toHaveLength(2)
  await expect.element(field('Email')).toHaveAccessibleDescription(message)
  await expect.element(heading()).toHaveTextContent('Customer information')
  expect(calls.saved()).toEqual([])
  await expectAccessible()
  await field('Email').fill('robin@northshore.example')
  await expect.element(field('Email')).not.toHaveAttribute('aria-invalid', 'true')
})

test('an unfinished sign-up asks first: Cancel stays at the email, Proceed continues [NW1-17, NW1-29]', async () => {
  const calls = answerSignUp({ lookUp: [found('busy.pending')] })
  await openFilled()
  await leaveEmail()
  await expect.element(warning().getByText(messages.signUpUnfinished)).toBeVisible()
  await expectAccessible()
  await warning().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(warning()).not.toBeInTheDocument()
  await expect.element(field('Email')).toHaveFocus()
  await button('Next').click()
  await expect.element(warning()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(heading()).toHaveTextContent('Customer information')
  expect(calls.saved()).toEqual([])
  await button('Next').click()
  await warning().getByRole('button', { name: 'Proceed' }).click()
  await expect.element(heading()).toHaveTextContent('Billing')
  await button('Previous').click()
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
})

test('a failed look-up shows Server error, and Next retries [NW1-30]', async () => {
  const failure = { status: 500, body: { errors: 'Something went wrong on our side.' } }
  answerSignUp({ lookUp: [failure, 'lost', found('free')] })
  await openFilled()
  await leaveEmail()
  await expect.element(field('Email')).toHaveAccessibleDescription('Server error.')
  await button('Next').click()
  await expect.element(field('Email')).toHaveAccessibleDescription('Server error.')
  await expect.element(heading()).toHaveTextContent('Customer information')
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
})

test('an answer about an email that has changed since is ignored [PAY-15]', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof found>>()
  answerSignUp({ lookUp: [promise, found('free')] })
  await openFilled()
  await leaveEmail('canceled@example.com')
  await field('Email').fill(EMAIL)
  resolve(found('busy.cancelled'))
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  await expect.element(field('Email')).not.toHaveAttribute('aria-invalid', 'true')
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
})

test('Next continues even if the unfinished sign-up cannot be saved [WIR-14]', async () => {
  answerSignUp({ save: ['lost'] })
  await openFilled()
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
})

test('the offer of a link reports failures and can be retried', async () => {
  const busy = { status: 429, body: { errors: 'Too many attempts. Please wait 4 minutes and try again.' } }
  const answers = [busy, { body: { data: { status: 'sent' } } }]
  answerCalls(({ path }) => {
    if (path === lookUpEmail.path) return found('busy.pending')
    return (path === requestResume.path ? answers.shift() : undefined) ?? { body: signUpContextAnswer }
  })
  await openSignUp()
  await leaveEmail()
  const emailMe = warning().getByRole('button', { name: 'Email me a link' })
  await emailMe.click()
  await expect.element(warning().getByRole('status')).toMatchTextContent(/Please wait 4 minutes/)
  await emailMe.click()
  await expect.element(warning().getByRole('status')).toMatchTextContent(/we sent a link to it/)
  await expect.element(warning().getByRole('button', { name: 'Send it again' })).toHaveFocus()
  await expectAccessible()
})

test.each(['new', 'legacy'])('the Warning of the %s wizard closes when the page is left', async (wizard) => {
  answerSignUp({ lookUp: [found('busy.pending')] })
  await (wizard === 'new' ? openSignUp() : openLegacy())
  await leaveEmail()
  await expect.element(warning()).toBeVisible()
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  await expect.element(warning()).not.toBeInTheDocument()
  expect(page.getByRole('dialog').all()).toEqual([])
})

test('the Warning clears the password; Next asks for it and saves the newly typed one', async () => {
  const calls = answerSignUp({ lookUp: [found('busy.pending')] })
  await openFilled()
  await button('Next').click()
  await expect.element(warning()).toBeVisible()
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.element(warning()).not.toBeInTheDocument()
  await expect.element(page.getByText(/we cleared your passwords/)).toBeVisible()
  await expectAccessible()
  await button('Next').click()
  await expect.element(field('Account password')).toHaveAccessibleDescription(/This field is required/)
  fillIn({
    'Account password': 'another horse 8',
    'Confirm password': 'another horse 8',
    'Answer to the first question': 'Joliet',
    'Answer to the second question': 'Florist',
  })
  await button('Next').click()
  await warning().getByRole('button', { name: 'Proceed' }).click()
  await expect.element(heading()).toHaveTextContent('Billing')
  expect(calls.saved()).toMatchObject([{ password: 'another horse 8' }])
})

test('a slow press on Next, straight from the email, asks once, and Proceed continues', async () => {
  const calls = answerSignUp({ lookUp: [found('busy.pending')] })
  await openLegacy()
  await field('Email').fill(EMAIL)
  // Pressing moves the focus at once, and becomes a click on release.
  ;(button('Next').element() as HTMLElement).focus()
  await expect.element(field('Email')).not.toHaveFocus()
  expect(calls.lookedUp()).toEqual([])
  ;(button('Next').element() as HTMLElement).click()
  await warning().getByRole('button', { name: 'Proceed' }).click()
  await expect.element(heading()).toHaveTextContent('About your business')
  expect(calls.lookedUp()).toHaveLength(1)
})
