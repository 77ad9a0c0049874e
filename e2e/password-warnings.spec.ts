import { expectAccessible } from './kit/axe.ts'
import { fillPerson, goToThirdStep, leaveThird, tick } from './kit/legacy.ts'
import { linkFor, password, reset, success } from './kit/password-reset.ts'
import { customer, field, fillAll, heading, next, STEP_1, STEP_2 } from './kit/sign-up.ts'
import { expect, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

// A separate server: these tests change passwords.
test.use({ serverEnv: { MAIL_FROM: 'Warning stories <warnings@example.com>' } })

const COMMON = 'Weak: this is one of the most common passwords.'
const CHANGED = 'Weak: this is a common password with small changes.'
const COMPANY = 'Weak: this contains the name of your company.'

test('signing up warns of a common password and of one’s own name, and takes it all the same', async ({
  page,
}) => {
  const lists: string[] = []
  page.on('request', (request) => request.url().includes('warn-of-password') && lists.push(request.url()))
  await open(page, STEP_1)
  await fillAll(page, customer({ 'Full name': 'Dana Whitfield', Company: 'Larkspur Homes' }))
  const typed = field(page, 'Account password')
  await typed.fill('')
  await expect(typed).toHaveAccessibleDescription(/^At least 6 characters/)
  await typed.pressSequentially('Welcome1')
  const warning = page.getByRole('status').filter({ hasText: 'Weak:' })
  await expect(warning).toHaveText(COMMON)
  await expect(typed).toBeFocused()
  await expect(typed).toHaveAccessibleDescription(COMMON)
  await expect(typed).not.toHaveAttribute('aria-invalid')
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
  await typed.fill('P@ssw0rd2026!')
  await expect(warning).toHaveText(CHANGED)
  await typed.fill('larkspur-lamp-7')
  await expect(warning).toHaveText(COMPANY)
  await typed.fill('seven green lamps sing')
  await expect(typed).toHaveAccessibleDescription('Strong.')
  await expect(warning).toHaveCount(0)
  expect(lists).toHaveLength(1)
  await fillAll(page, { 'Account password': 'Welcome1', 'Confirm password': 'Welcome1' })
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing')
  await expect(page).toHaveURL(STEP_2)
})

test('the legacy wizard warns, too', async ({ page }) => {
  await goToThirdStep(page)
  await tick(page, /For sale by owner/).check()
  await leaveThird(page)
  await fillPerson(page, { Company: 'Larkspur Homes', 'Account password': 'larkspur-lamp-7' })
  await expect(field(page, 'Account password')).toHaveAccessibleDescription(COMPANY)
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
})

test('a password that is reset is warned of and taken, by the keyboard alone', async ({ page, request }) => {
  await open(page, await linkFor(request, 'fraud@example.com'))
  await password(page).focus()
  await page.keyboard.type('dragon88')
  await expect(page.getByRole('status').filter({ hasText: CHANGED })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('dragon88')
  await page.keyboard.press('Enter')
  await expect(success(page)).toBeFocused()
})

test('a changed password is warned of when it contains the email', async ({ page }) => {
  await signedInAs(page, 'agent@example.com')
  await open(page, '/account/security/')
  const typed = page.getByLabel('New password', { exact: true })
  await typed.fill('agent-lamp-lit')
  await expect(typed).toHaveAccessibleDescription('Weak: this contains part of your email.')
  await expectAccessible(page)
})

test.describe('without the list', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })

  test('the strength is shown, and nothing stops', async ({ page, request }) => {
    await page.route('**/warn-of-password*', (route) => route.abort())
    await open(page, await linkFor(request, 'canceled@example.com'))
    await password(page).fill('dragon88')
    await expect(password(page)).toHaveAccessibleDescription(/^Weak: easy to guess/)
    await page.getByLabel('Confirm password').fill('dragon88')
    await reset(page).click()
    await expect(success(page)).toBeFocused()
  })
})
