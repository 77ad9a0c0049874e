import { afterEach, expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import {
  startSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#contract/features/second-factor.ts'
import { demandSecondFactor, withdrawFactorDemand } from '#contract/features/second-factor-demand.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { secondFactor, security } from '#web/test-kit/values-account-pages.ts'

const everyone = { demand: null, people: 1, without_factor: 1 }
const tile = page.getByRole('region', { name: 'For everyone in the account' })
const code = page.getByLabelText('Six-digit code')
const codes = Array.from({ length: 10 }, (_, place) => `abcd${place}-efgh${place}-jkmn${place}`)
const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
const on = { since: 'March 18, 2026', codesLeft: 10 }

const emulate = (media: string) => cdp().send('Emulation.setEmulatedMedia', { media })
afterEach(() => emulate(''))

test('turning it on by keyboard alone: key, code, then recovery codes', async () => {
  let isRight = false
  answerCalls((requests) => {
    if (isFor(requests, startSecondFactor)) return { body: { data: { key: 'ABCD EFGH', qr_code: pixel } } }
    if (!isFor(requests, turnOnSecondFactor)) return 'lost'
    if (!isRight) return { status: 400, body: { errors: { code: ['This code is incorrect.'] } } }
    return { body: { data: { recovery_codes: codes } } }
  })
  await showPage('second-factor', { values: { ...secondFactor, everyone } })
  await expect.element(tile).toMatchTextContent('Of 1 person here, 1 person does not have it yet.')
  await expect.element(tile).toMatchTextContent('Turn it on for yourself before you require it of others.')
  ;(page.getByRole('button', { name: 'Continue' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Scan this with your app' })).toHaveFocus()
  await expect.element(page.getByText('ABCD EFGH')).toBeVisible()
  await code.fill('000000')
  await userEvent.keyboard('{Enter}')
  await expect.element(code).toHaveAccessibleDescription('This code is incorrect.')
  await expect.element(code).toHaveFocus()
  await expectAccessible()
  await expectFits()
  isRight = true
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Save your recovery codes' })).toHaveFocus()
  await expect.element(tile).toMatchTextContent('You are the only person here.')
  expect([...listed()].map(({ textContent }) => textContent)).toEqual(codes)
  expect(leastGap()).toBeGreaterThanOrEqual(40)
  // And the gap between number and code.
  expect(roomForNumbers()).toBeGreaterThanOrEqual(4)
  await expectAccessible()
  await emulate('print')
  await expect.element(page.getByRole('list').getByText(codes[0] ?? '')).toBeVisible()
  await expect.element(tile).not.toBeInTheDocument()
})

test('the title shows whether it is on, not the account status', async () => {
  answerCalls((requests) =>
    isFor(requests, turnOffSecondFactor) ? { body: { data: { status: 'off' } } } : 'lost',
  )
  await showPage('second-factor', { values: { ...secondFactor, factor: on } })
  await expect.element(page.getByText('On', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^It is on: signing in takes your password and a code/)).toBeVisible()
  await expect.element(page.getByText('Active', { exact: true })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Turn off now' }).click()
  await expect.element(page.getByText('Off', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^It is on:/)).not.toBeInTheDocument()
})

test('turning it off asks first, and the count of people without it is updated', async () => {
  answerCalls((requests) =>
    isFor(requests, turnOffSecondFactor) ? { body: { data: { status: 'off' } } } : 'lost',
  )
  const values = { ...secondFactor, factor: on, everyone: { ...everyone, without_factor: 0 } }
  await showPage('second-factor', { values })
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expectAccessible()
  await expectFits()
  await page.getByRole('button', { name: 'Turn off now' }).click()
  await expect.element(page.getByText('Two-step verification is off.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Turn it on' })).toHaveFocus()
  await expect.element(tile).toMatchTextContent('Of 1 person here, 1 person does not have it yet.')
})

test('an owner requires it of everyone, sees the deadline, and stops requiring it', async () => {
  const demand = { grace_days: '7', ends_at: 'March 25, 2026, 10:00 AM', is_over: false }
  const requests = answerCalls((call) => {
    const required = { body: { data: { demand, people: 2, without_factor: 1 } } }
    if (isFor(call, withdrawFactorDemand))
      return { body: { data: { demand: null, people: 2, without_factor: 1 } } }
    return isFor(call, demandSecondFactor) ? required : 'lost'
  })
  const values = { ...secondFactor, factor: on, everyone: { demand: null, people: 2, without_factor: 1 } }
  await showPage('second-factor', { values })
  await expect.element(tile).toMatchTextContent('People decide for themselves')
  await tile.getByLabelText('Time to set it up').selectOptions('7 days')
  await tile.getByRole('button', { name: 'Require it' }).click()
  const news = tile.getByRole('status').last()
  await expect.element(news).toMatchTextContent('Two-step verification is now required.')
  await expect
    .element(tile)
    .toMatchTextContent('Required. Everyone has until March 25, 2026, 10:00 AM to set it up.')
  await expect.element(tile).toMatchTextContent('Of 2 people here, 1 person does not have it yet.')
  await expect
    .element(page.getByRole('region', { name: 'Turn it off' }))
    .toMatchTextContent('You require it of everyone')
  expect(requests.at(-1)?.body).toEqual({ grace_days: '7' })
  await expectAccessible()
  await expectFits()
  await tile.getByRole('button', { name: 'Stop requiring it' }).click()
  await expect.element(news).toMatchTextContent('Two-step verification is no longer required.')
  await expect.element(tile.getByRole('heading')).toHaveFocus()
})

test('until it is set up, account pages show the deadline and link to the set-up', async () => {
  await showPage('security', { values: { ...security, factorDueAt: 'March 25, 10:00 AM' } })
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent('requires two-step verification. Set it up by March 25, 10:00 AM.')
  await expect
    .element(page.getByRole('link', { name: 'Set it up now' }))
    .toHaveAttribute('href', '/account/security/second-factor/')
  await expectAccessible()
})

test('after the deadline, the page says that everyone must set it up at the next sign-in', async () => {
  const demand = { grace_days: '0', ends_at: 'March 18, 2026, 10:00 AM', is_over: true } as const
  await showPage('second-factor', {
    values: { ...secondFactor, factor: on, everyone: { people: 2, without_factor: 0, demand } },
  })
  await expect.element(tile).toMatchTextContent('People without it set it up at their next sign-in.')
  await expect.element(tile).toMatchTextContent('Everyone here has it.')
})

const listed = () => document.querySelectorAll('.recovery-codes li')

/** The gap between a code and the item beside it, which holds the next number. */
function leastGap() {
  const boxes = [...listed()].map((item) => {
    const text = document.createRange()
    text.selectNodeContents(item)
    const { left, top } = item.getBoundingClientRect()
    return { left, top, end: text.getBoundingClientRect().right }
  })
  const gaps = boxes.slice(1).flatMap(({ left, top }, index) => {
    const before = boxes[index]
    return before?.top === top ? [left - before.end] : []
  })
  expect(gaps).not.toEqual([])
  return Math.min(...gaps)
}

/** The space for the widest number, left of the codes, in pixels. */
function roomForNumbers() {
  const list = document.querySelector('.recovery-codes') as HTMLElement
  const number = document.createElement('span')
  number.className = 'unseen'
  number.textContent = '10.'
  list.append(number)
  const { scrollWidth } = number
  number.remove()
  return Number.parseFloat(getComputedStyle(list).paddingLeft) - scrollWidth
}
