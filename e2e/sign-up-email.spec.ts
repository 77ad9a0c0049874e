import { expectAccessible } from './kit/axe.ts'
import {
  answer,
  complaint,
  customer,
  field,
  fillAll,
  heading,
  LOOK_UP,
  newEmail,
  next,
  SAVE,
  STEP_1,
  STEP_2,
  watchBodies,
} from './kit/sign-up.ts'
import { expect, open, partsOf, pathsOf, test, watchCalls } from './kit/visitor.ts'

const UNFINISHED = 'Account with this email already exists but sign-up wasn`t finished yet.'

test('a free email is looked up on leaving the field and again on Next, and nothing happens [NW1-23, NW1-24, NW1-26, WIR-10]', async ({
  page,
}) => {
  await open(page, STEP_1)
  const calls = watchCalls(page)
  const person = customer()
  const lookedUp = page.waitForResponse(`**${LOOK_UP}`)
  await field(page, 'Email').fill(person.Email ?? '')
  await field(page, 'Email').press('Tab')
  const said = await (await lookedUp).json()
  expect(said).toEqual({ data: { status: 'free', message: '', pin: '', email: person.Email } })
  await expect(complaint(page, 'Email')).toHaveCount(0)
  await fillAll(page, person)
  await next(page).click()
  await expect(page).toHaveURL(STEP_2)
  const asked = calls.filter((call) => call.url().endsWith(LOOK_UP))
  expect(asked.map(partsOf)).toEqual([{ email: person.Email }, { email: person.Email }])
})

test('what is no email is not looked up', async ({ page }) => {
  await open(page, STEP_1)
  const calls = watchCalls(page)
  for (const email of ['', 'dana@']) {
    await field(page, 'Email').fill(email)
    await field(page, 'Email').press('Tab')
  }
  await expect(complaint(page, 'Email')).toHaveText('Enter a valid email address')
  expect(pathsOf(calls)).not.toContain(LOOK_UP)
})

test('the email of an active account leads to its sign-in [NW1-27, WIR-11]', async ({ page }) => {
  await open(page, STEP_1)
  await field(page, 'Email').fill('agent@example.com')
  await field(page, 'Email').press('Tab')
  await expect(page).toHaveURL(/^[^?]+\/login\/\?status=busy\.active&extraData=/)
  const extraData = JSON.parse(new URL(page.url()).searchParams.get('extraData') ?? '')
  expect(extraData).toEqual({ pin: expect.stringMatching(/^\d{6}$/), email: 'agent@example.com' })
  await expect(page.getByRole('main')).toContainText(`Account Number ${extraData.pin}`)
  await expect(page.getByLabel('Email')).toHaveValue('agent@example.com')
})

test('the email of an ended account is taken, on leaving and on Next [NW1-28]', async ({ page }) => {
  await open(page, STEP_1)
  const saved = watchBodies(page, SAVE)
  const text = 'This email is already taken. Please use different email.'
  await fillAll(page, customer({ Email: 'canceled@example.com' }))
  await expect(complaint(page, 'Email')).toHaveText(text)
  await next(page).click()
  await expect(complaint(page, 'Email')).toHaveText(text)
  await expect(page).toHaveURL(STEP_1)
  expect(saved).toEqual([])
  await expectAccessible(page)
  await fillAll(page, { Email: newEmail() })
  await expect(complaint(page, 'Email')).toHaveCount(0)
})

test('an unfinished sign-up asks first: Cancel stays at the email, Proceed goes on [NW1-17, NW1-29]', async ({
  page,
}) => {
  await open(page, STEP_1)
  const dialog = page.getByRole('dialog', { name: 'Warning' })
  await field(page, 'Email').fill('unfinished@example.com')
  await field(page, 'Email').press('Tab')
  await expect(dialog).toContainText(UNFINISHED)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(field(page, 'Email')).toBeFocused()

  await fillAll(page, customer({ Email: 'unfinished@example.com' }))
  await next(page).click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(STEP_1)

  await answer(page, SAVE, 200, { data: { status: 'pending' } })
  await next(page).click()
  await dialog.getByRole('button', { name: 'Proceed' }).click()
  await expect(heading(page)).toHaveText('Billing')
  await page.goBack()
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing')
})

test('the words of invalid_data stand at the email [NW1-25]', async ({ page }) => {
  await open(page, STEP_1)
  const data = { status: 'invalid_data', message: 'That domain takes no mail.', pin: '', email: '' }
  await answer(page, LOOK_UP, 200, { data })
  await fillAll(page, customer())
  await expect(complaint(page, 'Email')).toHaveText('That domain takes no mail.')
  await next(page).click()
  await expect(complaint(page, 'Email')).toHaveText('That domain takes no mail.')
  await expect(page).toHaveURL(STEP_1)
})

test.describe('when the look-up fails', () => {
  test.use({ expectedConsoleErrors: [/status of (500|429)|ERR_FAILED/] })

  test('the email says Server error, and Next asks again [NW1-30]', async ({ page }) => {
    await open(page, STEP_1)
    await answer(page, LOOK_UP, 500, { errors: 'Something went wrong on our side.' })
    await fillAll(page, customer())
    await expect(complaint(page, 'Email')).toHaveText('Server error.')
    await page.unroute(`**${LOOK_UP}`)
    await page.route(`**${LOOK_UP}`, (route) => route.abort())
    await next(page).click()
    await expect(complaint(page, 'Email')).toHaveText('Server error.')
    await expect(page).toHaveURL(STEP_1)
    await page.unroute(`**${LOOK_UP}`)
    await next(page).click()
    await expect(page).toHaveURL(STEP_2)
  })

  test('Next goes on when the unfinished sign-up cannot be kept [WIR-14]', async ({ page }) => {
    await open(page, STEP_1)
    await page.route(`**${SAVE}`, (route) => route.abort())
    await fillAll(page, customer())
    await next(page).click()
    await expect(page).toHaveURL(STEP_2)
  })
})

test('an answer about an email that was changed meanwhile is ignored [PAY-15]', async ({ page }) => {
  await open(page, STEP_1)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(
    `**${LOOK_UP}`,
    async (route) => {
      await released
      await route.continue().catch(() => {})
    },
    { times: 1 },
  )
  const cancelled = page.waitForEvent('requestfailed')
  await field(page, 'Email').fill('canceled@example.com')
  await field(page, 'Email').press('Tab')
  const person = customer()
  await fillAll(page, person)
  expect((await cancelled).url()).toContain(LOOK_UP)
  release()
  await expect(complaint(page, 'Email')).toHaveCount(0)
  await next(page).click()
  await expect(page).toHaveURL(STEP_2)
})
