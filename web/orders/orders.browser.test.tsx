import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import * as messages from '#contract/billing/messages.ts'
import { balance, payOpen } from '#contract/features/billing.ts'
import { changePlan } from '#contract/features/plan.ts'
import { reactivate } from '#contract/features/reactivate.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { expectAccessible, left, showPage } from '#web/test-kit/show.tsx'
import { openMonth, ownerOfPastDue } from '#web/test-kit/values-account.ts'
import { billing, plan, reactivation } from '#web/test-kit/values-account-pages.ts'

// Every paying page of the account follows its order as sign-up does when answers are lost, malformed or
// late.

type Answer = Awaited<ReturnType<Parameters<typeof answerCalls>[0]>>
const broken: Answer = { status: 500, body: { errors: 'Something went wrong.' } }
const confirming: Answer = { status: 202, body: { data: { status: 'confirming', number: 'R-1' } } }
const former = (status: string): Answer => ({
  status: 409,
  body: { errors: messages.otherBody, data: { status } },
})

const waiting = () => page.getByText(/being confirmed with the bank/)
const safe = () => page.getByText(messages.tryAgainIsSafe)

/** Answers a call with these in turn, repeating the last. Returns the keys that were sent. */
function answerInTurn(call: { path: string }, ...answers: Answer[]) {
  const requests = answerCalls((each) => {
    if (!isFor(each, call as never)) return 'lost'
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? 'lost'
  })
  return () => requests.filter((each) => isFor(each, call as never)).map(({ body }) => body.idempotency_key)
}

/** Advances the page's timers whenever the test polls. */
function stopTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
}
const timePasses = () => vi.advanceTimersByTimeAsync(15_000)

const pages = {
  plan: {
    call: changePlan,
    done: 'changed',
    async open() {
      await showPage('plan', { values: plan })
      await page.getByRole('button', { name: 'One more: Triple line dialer' }).click()
    },
    button: () => page.getByRole('button', { name: /^Pay \$139\.00 and change/ }),
    leadsTo: '/account/plan/?changed=1',
  },
  reactivate: {
    call: reactivate,
    done: 'active',
    open: () => showPage('reactivate', { values: reactivation }),
    button: () => page.getByRole('button', { name: /^Pay \$149\.00 with Visa/ }),
    leadsTo: '/account/',
  },
}

for (const [name, { call, done, open, button, leadsTo }] of Object.entries(pages)) {
  const settled: Answer = { body: { data: { status: done } } }

  test(`on the page ${name} the key stays after a lost answer and after a server error`, async () => {
    const keys = answerInTurn(call, 'lost', broken, settled)
    await open()
    await button().click()
    await expect.element(page.getByText('Network Error')).toBeVisible()
    await expect.element(safe()).toBeVisible()
    await button().click()
    await expect.element(page.getByText('Something went wrong.')).toBeVisible()
    await expect.element(safe()).toBeVisible()
    await expectAccessible()
    await button().click()
    await expect.poll(() => left).toEqual([leadsTo])
    expect(keys()).toHaveLength(3)
    expect(new Set(keys()).size).toBe(1)
  })

  test(`on the page ${name} an answer lost during the charge is waited for`, async () => {
    const keys = answerInTurn(call, confirming, 'lost', broken, settled)
    await open()
    stopTimers()
    await button().click()
    await expect.element(waiting()).toBeVisible()
    await expect.element(button()).toBeDisabled()
    await expect.poll(() => timePasses().then(() => left)).toEqual([leadsTo])
    expect(keys()).toHaveLength(4)
    expect(new Set(keys()).size).toBe(1)
  })

  test(`on the page ${name} a previous order that is being confirmed keeps its key`, async () => {
    const keys = answerInTurn(call, former('confirming'), former(done))
    await open()
    stopTimers()
    await button().click()
    await expect.element(waiting()).toBeVisible()
    await expect.poll(() => timePasses().then(() => left)).toEqual([leadsTo])
    expect(keys()).toHaveLength(2)
    expect(new Set(keys()).size).toBe(1)
  })
}

const pastDue = { ...billing, ...ownerOfPastDue, money: { ...billing.money, open: openMonth } }
const payOnFile = () => page.getByRole('button', { name: /^Pay \$397\.00 with Visa/ })

test('paying the open bill says that retrying is safe, and polls until the outcome is known', async () => {
  const paid: Answer[] = ['lost', confirming]
  const balances: Answer[] = ['lost', broken, { body: { data: { status: 'open', open_cents: 397_00 } } }]
  const requests = answerCalls((each) => {
    if (isFor(each, payOpen)) return paid.shift() ?? broken
    return (isFor(each, balance) ? balances.shift() : undefined) ?? 'lost'
  })
  await showPage('billing', { values: pastDue })
  await payOnFile().click()
  await expect.element(safe()).toBeVisible()
  stopTimers()
  await payOnFile().click()
  await expect.element(waiting().first()).toBeVisible()
  await expect.poll(() => timePasses().then(() => balances)).toEqual([])
  await expect.element(page.getByText(messages.notCharged)).toBeVisible()
  await expect.element(waiting()).not.toBeInTheDocument()
  await expect.element(payOnFile()).toBeEnabled()
  expect(requests.filter((each) => isFor(each, payOpen))).toHaveLength(2)
})

test('someone signed out during the charge is told so and not kept waiting', async () => {
  answerCalls((each) =>
    isFor(each, payOpen) ? confirming : { status: 401, body: { errors: 'Please sign in.' } },
  )
  await showPage('billing', { values: pastDue })
  await payOnFile().click()
  await expect.element(page.getByText('Please sign in.')).toBeVisible()
  await expect.element(waiting()).not.toBeInTheDocument()
})
