import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { requestResume } from '#contract/features/sign-up/calls.ts'
import { PROGRESS_KEY } from '#contract/features/sign-up/legacy-choices.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible, left, showPage } from '#web/test-kit/show.tsx'
import { button, customer, EMAIL, field } from '#web/test-kit/sign-up.ts'

const link = { linkToken: 'abc', isValid: true, wasUsed: false }
const alert = () => page.getByRole('alert')
const sent = () => page.getByRole('status').filter({ hasText: 'we sent a link to it' })
type Answers = ReturnType<Parameters<typeof answerCalls>[0]>[]

/** The page of a link; each press gets the next of these answers. */
async function openLink(values: typeof link, ...answers: Answers) {
  const requests = answerCalls(() => answers.shift() ?? 'lost')
  await showPage('resume-sign-up', { values, path: '/sign-up/resume/abc/' })
  return requests
}

test("Continue stores the input as today's draft and opens the wizard", async () => {
  const address = '/sign-up/step-1?triple=2'
  const { first_question_answer, second_question_answer, ...form } = customer
  const requests = await openLink(link, { body: { data: { wizard: 'new', address, form } } })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Continue your sign-up')
  await expectAccessible()
  await button('Continue').click()
  await expect.poll(() => left).toEqual([address])
  expect(requests.map(({ path }) => path)).toEqual([`${requestResume.path}abc/`])
  const draft = JSON.parse(localStorage.getItem('sign-up-draft') ?? 'null')
  expect(draft.values).toMatchObject({ email: EMAIL, city: 'Evanston', first_question_answer: '' })
})

test('Continue stores a legacy sign-up as the progress of this tab', async () => {
  const form = { email: EMAIL, hosted_lead_management_count: 1, first_name: 'Dana', coach: true }
  await openLink(link, { body: { data: { wizard: 'legacy', address: '/sign-up/step-4', form } } })
  await button('Continue').click()
  await expect.poll(() => left).toEqual(['/sign-up/step-4'])
  const progress = JSON.parse(sessionStorage.getItem(PROGRESS_KEY) ?? 'null')
  expect(progress).toMatchObject({ stepCompleted: 4, typed: { customer: { first_name: 'Dana' } } })
  expect(localStorage.getItem('sign-up-draft')).toBeNull()
})

test('where nothing can be stored, Continue says so and does not use up the link', async () => {
  const requests = await openLink(link, { body: { data: { wizard: 'new', address: '/', form: customer } } })
  const denied = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  await button('Continue').click()
  await expect.element(alert()).toHaveTextContent(messages.nothingIsStored)
  expect(requests).toEqual([])
  denied.mockRestore()
  await button('Continue').click()
  await expect.poll(() => left).toEqual(['/'])
})

test('a network failure is reported, and Continue can be pressed again', async () => {
  await openLink(link, 'lost', { status: 404, body: { errors: messages.resumeLinkUsed } })
  await button('Continue').click()
  await expect.element(alert()).toHaveTextContent('Network Error')
  await button('Continue').click()
  await expect.element(alert()).toHaveTextContent(messages.resumeLinkUsed)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await expect.element(field('Email')).toBeVisible()
})

test('a used link offers to send another one to the typed email', async () => {
  const busy = { status: 429, body: { errors: 'Too many attempts. Please wait 4 minutes and try again.' } }
  const requests = await openLink({ ...link, isValid: false, wasUsed: true }, busy, {
    body: { data: { status: 'sent' } },
  })
  await expect.element(alert()).toHaveTextContent(messages.resumeLinkUsed)
  const plans = page.getByRole('link', { name: 'See the plans' })
  await expect.element(plans).toHaveAttribute('href', 'https://ringwell.example/pricing/')
  await button('Email me a link').click()
  await expect.element(field('Email')).toHaveAccessibleDescription('This field is required')
  expect(requests).toEqual([])
  await field('Email').fill(EMAIL)
  await button('Email me a link').click()
  await expect.element(alert().last()).toMatchTextContent(/Please wait 4 minutes/)
  await button('Email me a link').click()
  await expect.element(sent()).toBeVisible()
  await expect.element(button('Send it again')).toHaveFocus()
  expect(requests.map(({ body }) => body)).toEqual([{ email: EMAIL }, { email: EMAIL }])
  await expectAccessible()
  await field('Email').fill(`${EMAIL}x`)
  await expect.element(button('Email me a link')).toBeVisible()
  await expect.element(sent()).not.toBeInTheDocument()
})

test('an expired link says so', async () => {
  await openLink({ ...link, isValid: false })
  await expect.element(alert()).toHaveTextContent(messages.resumeLinkInvalid)
})
