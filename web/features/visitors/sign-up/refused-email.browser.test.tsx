import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import * as messages from '#contract/features/sign-up/messages.ts'
import { expectAccessible } from '#web/test-kit/show.tsx'
import {
  answerSignUp,
  button,
  dialog,
  EMAIL,
  field,
  fillIn,
  form,
  found,
  heading,
  openFilled,
  openLegacy,
} from '#web/test-kit/sign-up.ts'

const summary = () => form().element().querySelector('.summary')
const failure = { status: 500, body: { errors: 'Something went wrong on our side.' } }

async function openLegacyFilled() {
  await openLegacy()
  fillIn({ Email: EMAIL })
}

test.each([
  ['new', openFilled],
  ['legacy', openLegacyFilled],
])(
  'an email refused by Next of the %s wizard gets the focus, visible and in the summary',
  async (_, open) => {
    answerSignUp({ lookUp: [found('busy.cancelled')] })
    await open()
    await button('Next').click()
    await expect.element(field('Email')).toHaveFocus()
    await expect.element(field('Email')).toBeInViewport()
    await expect.element(field('Email')).toHaveAccessibleDescription(messages.emailTaken)
    expect(summary()?.textContent).toContain('Please check one field')
    expect(summary()?.querySelector('a')?.textContent).toBe('Email')
    await expectAccessible()
  },
)

test('an email refused on blur does not take the focus back', async () => {
  answerSignUp({ lookUp: [found('busy.cancelled')] })
  await openFilled()
  await field('Email').click()
  await userEvent.tab()
  await expect.element(field('Email')).toHaveAccessibleDescription(messages.emailTaken)
  await expect.element(field('Confirm email')).toHaveFocus()
  expect(summary()).toBeNull()
})

test('a failed look-up is reported at the email on each press of Next', async () => {
  answerSignUp({ lookUp: [failure] })
  await openFilled()
  for (const _ of ['once', 'twice']) {
    await button('Next').click()
    await expect.element(field('Email')).toHaveFocus()
    expect(summary()?.textContent).toContain('Server error.')
  }
})

test("the email of the legacy wizard's step one is looked up on blur and on Next [L12-09]", async () => {
  answerSignUp({
    lookUp: [
      found('busy.cancelled'),
      found('busy.pending'),
      failure,
      found('invalid_data', { message: 'That domain takes no mail.' }),
      found('busy.pending'),
    ],
  })
  await openLegacy()
  await field('Email').fill('canceled@example.com')
  await userEvent.tab()
  await expect.element(field('Email')).toHaveAccessibleDescription(messages.emailTaken)
  await field('Email').fill('unfinished@example.com')
  await userEvent.tab()
  await expect.element(dialog('Warning')).toMatchTextContent(messages.signUpUnfinished)
  await dialog('Warning').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(field('Email')).toHaveFocus()
  for (const message of ['Server error.', 'That domain takes no mail.']) {
    await button('Next').click()
    await expect.element(field('Email')).toHaveAccessibleDescription(message)
  }
  await button('Next').click()
  await dialog('Warning').getByRole('button', { name: 'Proceed' }).click()
  await expect.element(heading()).toHaveTextContent('About your business')
})
