import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { StepUpWay } from '#contract/accounts/factors.ts'
import { updateCard } from '#contract/features/billing.ts'
import { saveOutgoingMail } from '#contract/features/outgoing-mail.ts'
import { changePlan } from '#contract/features/plan.ts'
import { startSecondFactor } from '#contract/features/second-factor.ts'
import { askForEmail } from '#contract/features/security.ts'
import { confirmIdentity, startPasskeyConfirmation } from '#contract/features/step-up.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { fillCard } from '#web/test-kit/card.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { givePasskeys, requestOptions } from '#web/test-kit/passkeys.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { billing, outgoingMail, plan, secondFactor, security } from '#web/test-kit/values-account-pages.ts'

const dialog = () => page.getByRole('dialog', { name: 'Confirm it’s you' })
const password = () => dialog().getByLabelText('Your password')
const asksFor = (...step_up: StepUpWay[]) => ({
  status: 403,
  body: { errors: 'Confirm that it is you, then try again.', step_up },
})
const sent = { body: { data: { status: 'sent' } } }

// Calls refused while a dialog is open wait for its answer, so none may stay open for the next test.
afterEach(() => {
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
})

/** The server requires this way until it is confirmed. */
function answerAfterConfirmation(
  ways: StepUpWay[],
  confirm: (body: Record<string, unknown>) => object,
  done: object = sent,
) {
  let isConfirmed = false
  return answerCalls((requests) => {
    if (!isFor(requests, confirmIdentity)) return isConfirmed ? done : asksFor(...ways)
    const answer = confirm(requests.body)
    isConfirmed = !('status' in answer)
    return answer
  })
}

async function change(email = 'new@harbor.example') {
  await page.getByLabelText('New email').fill(email)
  await userEvent.keyboard('{Enter}')
}

test('a change asks for the password, then continues with what was typed', async () => {
  const requests = answerAfterConfirmation(['password'], (body) =>
    body.password === 'mine'
      ? { body: { data: { status: 'confirmed' } } }
      : { status: 400, body: { errors: { password: ['Your password is incorrect.'] } } },
  )
  await showPage('security', { values: security })
  await change()
  await expect.element(password()).toHaveFocus()
  await expect.element(dialog()).toHaveAccessibleDescription(/one more check/)
  await userEvent.keyboard('{Enter}')
  await expect.element(password()).toHaveAccessibleDescription('This field is required')
  await userEvent.keyboard('not mine{Enter}')
  await expect.element(password()).toHaveAccessibleDescription('Your password is incorrect.')
  await expect.element(password()).toHaveFocus()
  await expectAccessible()
  await expectFits()
  await password().fill('mine')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('region', { name: 'Change your email' }))
    .toMatchTextContent('We sent a link to new@harbor.example.')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(requests.map(({ path }) => path)).toEqual([
    askForEmail.path,
    confirmIdentity.path,
    confirmIdentity.path,
    askForEmail.path,
  ])
  expect(requests.at(-1)?.body).toEqual(requests[0]?.body)
})

const changes = [
  {
    call: updateCard,
    async make() {
      await showPage('billing', { values: billing })
      await page.getByText('Use another card').click()
      await fillCard()
      await page.getByRole('button', { name: 'Save card' }).click()
    },
  },
  {
    call: saveOutgoingMail,
    async make() {
      await showPage('outgoing-mail', { values: outgoingMail })
      await page.getByRole('button', { name: 'Save and verify' }).click()
    },
  },
  {
    call: changePlan,
    async make() {
      await showPage('plan', { values: plan })
      await page.getByRole('button', { name: 'One more: Triple line dialer' }).click()
      await page.getByRole('button', { name: /^Pay \$/ }).dblClick()
    },
  },
  {
    call: startSecondFactor,
    async make() {
      await showPage('second-factor', { values: secondFactor })
      await page.getByRole('button', { name: 'Continue' }).click()
    },
  },
]
test.each(changes)(
  '$call.path is repeated with the same body once the person has confirmed',
  async ({ call, make }) => {
    const requests = answerAfterConfirmation(
      ['password'],
      () => ({ body: { data: { status: 'confirmed' } } }),
      {
        status: 400,
        body: { errors: 'Enough.' },
      },
    )
    await make()
    await password().fill('mine')
    await dialog().getByRole('button', { name: 'Confirm' }).click()
    await expect.element(dialog()).not.toBeInTheDocument()
    // Billing reads its values again after a refusal.
    const calls = requests.filter(({ path }) => path.startsWith('/rest/'))
    expect(calls.map(({ path }) => path)).toEqual([call.path, confirmIdentity.path, call.path])
    expect(calls[2]?.body).toEqual(calls[0]?.body)
  },
)

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['its button', () => dialog().getByRole('button', { name: 'Cancel' }).click()],
])('canceling with %s changes nothing, keeps what was typed and restores the focus', async (_, cancel) => {
  answerCalls(() => asksFor('password'))
  await showPage('billing', { values: billing })
  await page.getByText('Use another card').click()
  await fillCard()
  const save = page.getByRole('button', { name: 'Save card' })
  await save.click()
  await password().fill('half a passw')
  await cancel()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(save).toHaveFocus()
  await expect.element(page.getByLabelText('Card number')).toHaveValue('5555-5555-5555-4444')
  await expect.element(page.getByLabelText('CVV')).toHaveValue('123')
  await expect.element(page.getByRole('alert')).toMatchTextContent('Confirm that it is you, then try again.')
  await save.click()
  await expect.element(password()).toHaveValue('')
})

test('someone with an app is asked for its code or a recovery code', async () => {
  const requests = answerAfterConfirmation(['code'], ({ code }) =>
    code === 'abcd-efgh'
      ? { body: { data: { status: 'confirmed' } } }
      : { status: 400, body: { errors: { code: ['This code is incorrect.'] } } },
  )
  await showPage('security', { values: security })
  await change()
  const code = dialog().getByLabelText('Six-digit code')
  await expect.element(code).toHaveFocus()
  await userEvent.keyboard('000000{Enter}')
  await expect.element(code).toHaveAccessibleDescription(/incorrect/)
  await expect.element(code).toHaveFocus()
  await expectAccessible()
  await expectFits()
  await dialog().getByRole('button', { name: 'Use a recovery code instead' }).click()
  await expect.element(dialog().getByLabelText('Recovery code')).toHaveFocus()
  await dialog().getByRole('button', { name: 'Use your authenticator app instead' }).click()
  await expect.element(code).toHaveFocus()
  await dialog().getByRole('button', { name: 'Use a recovery code instead' }).click()
  await dialog().getByLabelText('Recovery code').fill('abcd-efgh')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(requests.at(-2)?.body).toEqual({ code: 'abcd-efgh' })
})

test('someone with a passkey is asked for it, and its button has the focus', async () => {
  givePasskeys()
  let isConfirmed = false
  const requests = answerCalls((call) => {
    if (call.path === startPasskeyConfirmation.path) return { body: { data: { options: requestOptions } } }
    if (!isFor(call, confirmIdentity)) return isConfirmed ? sent : asksFor('passkey')
    isConfirmed = true
    return { body: { data: { status: 'confirmed' } } }
  })
  await showPage('security', { values: security })
  await change()
  await expect.element(dialog().getByRole('button', { name: 'Use a passkey' })).toHaveFocus()
  await expect
    .element(dialog().getByRole('link', { name: 'I lost my passkeys' }))
    .toHaveAttribute('href', '/account/security/passkeys/#lost')
  await expectAccessible()
  await expectFits()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^We sent a link to new@harbor\.example\./)).toBeVisible()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(requests.at(-2)?.body).toMatchObject({ credential: { id: 'AA' } })
})

test('a factor turned on in another tab is requested instead of the password', async () => {
  answerCalls((requests) => (isFor(requests, confirmIdentity) ? asksFor('code') : asksFor('password')))
  await showPage('security', { values: security })
  await change()
  await password().fill('mine')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog().getByLabelText('Six-digit code')).toHaveFocus()
})

test('leaving the page clears the dialog and what was typed in it', async () => {
  answerCalls(() => asksFor('password'))
  await showPage('security', { values: security })
  await change()
  await password().fill('mine')
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('New email')).toHaveValue('new@harbor.example')
})

test('text typed right after a form appears is kept, even on a slow device', async () => {
  answerCalls(() => asksFor('code'))
  await showPage('security', { values: security })
  await change()
  await expect.element(dialog().getByLabelText('Six-digit code')).toHaveFocus()
  everythingTakesLong()
  for (const tasks of [1, 2, 3, 4, 5, 6])
    expect(await openAndType(tasks), `typed ${tasks} tasks after it was opened`).toBe('234567')
})

/** With this clock every step takes too long for one task, so React returns to the browser after each. */
function everythingTakesLong() {
  const now = performance.now.bind(performance)
  let spent = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    spent += 2
    return now() + spent
  })
}

/** Opens the dialog's other form, types some tasks later, and returns the final content of its field. */
async function openAndType(tasks: number): Promise<string | undefined> {
  const button = dialog()
    .getByRole('button', { name: / instead$/ })
    .element() as HTMLElement
  const input = () => document.querySelector<HTMLInputElement>('dialog input[name=code]')
  button.click()
  for (let n = 0; n < tasks; n++) await nextTask()
  input()?.focus()
  document.execCommand('insertText', false, '234567')
  for (let n = 0; n < 20; n++) await nextTask()
  return input()?.value
}

function nextTask() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = resolve
    port2.postMessage(null)
  })
}
