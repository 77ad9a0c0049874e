import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as messages from '#contract/billing/messages.ts'
import { expectAccessible, left } from '#web/test-kit/show.tsx'
import {
  answerSignUp,
  button,
  dialog,
  EMAIL,
  field,
  fillCard,
  fillIn,
  fillPasswords,
  form,
  heading,
  openBilling,
  openFilled,
  openLegacy,
  openLegacyBilling,
  payNow,
  person,
  refused,
  registered,
  stopTimers,
  timePasses,
} from '#web/test-kit/sign-up.ts'

// What happens if something changes, or the step is left, while waiting for an answer.

const pending = { body: { data: { status: 'pending' } } }
const declined = refused({ payment_form: { number: [messages.cardDeclined] } })
const changed = () => page.getByText(/^You changed your details in the meantime/)
const banner = () => page.getByRole('alert').filter({ hasText: 'Your payment needs' })
const expectStep = (step: number) => expect.poll(() => location.pathname).toBe(`/sign-up/step-${step}`)

async function pay() {
  await payNow().click()
  await expect.poll(() => left).toEqual(['/login/?status=registered'])
}

/** An answer that arrives later. */
const later = () => Promise.withResolvers<{ status?: number; body: object }>()

test.each([
  ['step one', 1, openFilled],
  ['step four of the legacy wizard', 4, openLegacyFilled],
] as const)(
  'a correction while Next is in progress keeps %s open, and is paid for',
  async (_, number, open) => {
    const answer = later()
    const calls = answerSignUp({ save: [answer.promise, pending] })
    await open()
    await button('Next').click()
    await expect.poll(calls.saved).toHaveLength(1)
    await field('Company').fill('Lakeside Realty')
    answer.resolve(pending)
    await expect.element(changed()).toBeVisible()
    await expect.element(field('Company')).toHaveFocus()
    await expectStep(number)
    await expectAccessible()
    await button('Next').click()
    await expect.element(heading()).toHaveTextContent('Billing')
    fillCard()
    await pay()
    expect(calls.submitted()).toMatchObject([{ company: 'Lakeside Realty' }])
  },
)

test('uses the same-address checkbox as it is when Next is answered', async () => {
  const answer = later()
  const calls = answerSignUp({ save: [answer.promise] })
  await openFilled()
  await button('Next').click()
  await expect.poll(calls.saved).toHaveLength(1)
  await field('The address above is the same as my billing address').click()
  answer.resolve(pending)
  await expect.element(heading()).toHaveTextContent('Billing')
  await expect.element(field('Previously entered address is same as billing address')).toBeChecked()
})

test.each([
  ['step one', 1, openBilling],
  ['step four of the legacy wizard', 4, openLegacyBilling],
] as const)(
  'after a refusal, changes made meanwhile to %s stay open, and are paid for',
  async (_, number, open) => {
    const answer = later()
    const calls = answerSignUp({ submit: [answer.promise, registered] })
    await open()
    fillCard()
    await payNow().click()
    await expect.poll(calls.submitted).toHaveLength(1)
    history.back()
    await expectStep(number)
    await expect.element(field('Company')).toBeVisible()
    fillIn({ Company: 'Lakeside Realty' })
    answer.resolve(declined)
    await expect.element(changed()).toBeVisible()
    history.forward()
    await expectStep(number)
    await button('Next').click()
    await expect.element(heading()).toHaveTextContent('Billing')
    await expect.element(field('Card number')).toHaveAccessibleDescription(messages.cardDeclined)
    fillIn({ CVV: '456' })
    await pay()
    expect(calls.submitted()[1]).toMatchObject({ company: 'Lakeside Realty', cvv: '456' })
  },
)

test('going Back during payment without changes leads to the refusal', async () => {
  const answer = later()
  const calls = answerSignUp({ submit: [answer.promise] })
  await openBilling()
  fillCard()
  await payNow().click()
  await expect.poll(calls.submitted).toHaveLength(1)
  history.back()
  await expect.element(heading()).toHaveTextContent('Customer information')
  answer.resolve(refused({ payment_form: { cvv: ['Wrong code.'] } }))
  await expect.element(heading()).toHaveTextContent('Billing')
  await expect.element(field('CVV')).toHaveAccessibleDescription('Wrong code.')
  await expect.element(field('CVV')).toHaveFocus()
  await expectStep(2)
})

test.each([
  ['step one', 1, 2, openBilling],
  ['step four of the legacy wizard', 4, 5, openLegacyBilling],
] as const)('a late refusal interrupts nobody in %s: a banner leads to it', async (_, number, last, open) => {
  const answer = later()
  const calls = answerSignUp({ submit: [answer.promise, registered] })
  await open()
  fillCard()
  await payNow().click()
  await expect.poll(calls.submitted).toHaveLength(1)
  history.back()
  await expectStep(number)
  await field('Company').click()
  answer.resolve(refused({ payment_form: { cvv: ['Wrong code.'] } }))
  await expect.element(banner()).toMatchTextContent('Your payment needs your attention. Wrong code.')
  const { top } = banner().element().getBoundingClientRect()
  expect(top).toBeLessThan(heading().element().getBoundingClientRect().top)
  await expect.element(field('Company')).toHaveFocus()
  await expectStep(number)
  await expectAccessible()
  await button(`Go to step ${last}`).click()
  await expectStep(last)
  await expect.element(field('CVV')).toHaveFocus()
  await expect.element(field('CVV')).toHaveAccessibleDescription('Wrong code.')
  await expect.element(button(`Go to step ${last}`)).not.toBeInTheDocument()
  fillIn({ CVV: '456' })
  await pay()
})

test.each([
  ['step one', 1, 2, openBilling],
  ['step four of the legacy wizard', 4, 5, openLegacyBilling],
] as const)(
  'changes on %s are submitted before the banner leads to the refusal',
  async (_, number, last, open) => {
    const answer = later()
    const calls = answerSignUp({ submit: [answer.promise, registered] })
    await open()
    fillCard()
    await payNow().click()
    await expect.poll(calls.submitted).toHaveLength(1)
    history.back()
    await expectStep(number)
    await field('Company').fill('Lakeside Realty')
    answer.resolve(declined)
    await button(`Go to step ${last}`).click()
    await expectStep(last)
    expect(calls.saved().at(-1)).toMatchObject({ company: 'Lakeside Realty' })
    await expect.element(field('Card number')).toHaveFocus()
    await expect.element(field('Card number')).toHaveAccessibleDescription(messages.cardDeclined)
    fillIn({ CVV: '456' })
    await pay()
    expect(calls.submitted()[1]).toMatchObject({ company: 'Lakeside Realty' })
  },
)

test('in the legacy wizard, a refusal does not skip an email that is being typed', async () => {
  const answer = later()
  const calls = answerSignUp({ submit: [answer.promise] })
  await openLegacy({ step: 1 })
  fillIn({ Email: EMAIL })
  await walkToCard()
  fillCard()
  await payNow().click()
  await expect.poll(calls.submitted).toHaveLength(1)
  history.go(-4)
  await expectStep(1)
  await field('Email').fill('robin@northshore.example')
  answer.resolve(declined)
  await userEvent.tab()
  await expect.element(dialog('Warning')).toMatchTextContent('A new email starts a new sign-up')
  await expectStep(1)
  await dialog('Warning').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(field('Email')).toHaveValue(EMAIL)
  history.go(4)
  await expectStep(5)
  await expect.element(field('Card number')).toHaveAccessibleDescription(messages.cardDeclined)
})

test.each([
  ['new', openFilled],
  ['legacy', openLegacyFilled],
])('if saving does not answer, Next of the %s wizard continues after eight seconds', async (_, open) => {
  const calls = answerSignUp({ save: [new Promise(() => {})] })
  await open()
  const before = heading().element().textContent
  stopTimers()
  await button('Next').click()
  await expect.poll(calls.saved).toHaveLength(1)
  await expect.element(heading()).toHaveTextContent(String(before))
  await timePasses(8_000)
  await expect.element(heading()).toHaveTextContent('Billing')
})

async function openLegacyFilled() {
  await openLegacy({ step: 4, customer: person })
  fillPasswords()
}

/** From step one to the card, so that the history has all five steps. */
async function walkToCard() {
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('About your business')
  fillIn({ State: 'IL' })
  await button('Next').click()
  await page.getByRole('checkbox', { name: /For sale by owner/ }).click()
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Customer and account information')
  fillPasswords()
  fillIn({
    'First name': 'Dana',
    'Last name': 'Whitfield',
    Company: 'North Shore Realty',
    'Mobile phone': '3125550148',
    'Street address': '12 Lake Street',
    City: 'Evanston',
    Zip: '60201',
    'First security question': '0',
    'Answer to the first question': 'Peoria',
    'Second security question': '1',
    'Answer to the second question': 'Barista',
  })
  await form().getByLabelText('Coach').click()
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
}
