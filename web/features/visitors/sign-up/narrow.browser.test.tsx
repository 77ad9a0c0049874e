import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startingPlan } from '#contract/features/sign-up/legacy-choices.ts'
import { expectAccessible } from '#web/test-kit/show.tsx'
import {
  answerSignUp,
  button,
  fillPasswords,
  found,
  openBilling,
  openFilled,
  openLegacy,
  openLegacyBilling,
  payNow,
  person,
} from '#web/test-kit/sign-up.ts'

// Steps that no URL opens directly, so that the sweep of all pages does not cover them.

const team = { accountType: 'multi_user', quantities: startingPlan('multi_user', 'data_and_dialer') } as const

const states: Record<string, () => Promise<unknown>> = {
  'the card': async () => {
    await openBilling()
    await payNow().click()
  },
  'the Warning about an unfinished sign-up': async () => {
    answerSignUp({ lookUp: [found('busy.pending')] })
    await openFilled()
    await button('Next').click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
  },
  'the business': () => openLegacy({ step: 2 }),
  'the choices of a team': () => openLegacy({ step: 3, choices: team }),
  'the licenses of a team': async () => {
    await openLegacy({ step: 3, choices: team })
    await page.getByRole('link', { name: /instead$/ }).click()
    await page.getByText('How many do I need?').click()
  },
  'the person': async () => {
    await openLegacy({ step: 4, stepCompleted: 4, customer: { ...person, other_checkbox: 'true' } })
    fillPasswords()
    await button('Next').click()
  },
  'the card of the legacy wizard': async () => {
    await openLegacyBilling()
    await payNow().click()
  },
}

test.each(Object.keys(states))('320 px are wide enough for %s', async (name) => {
  await page.viewport(320, 740)
  answerSignUp()
  await states[name]?.()
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth - clientWidth).toBe(0)
  await expectAccessible()
})
