import { expectAccessible } from './kit/axe.ts'
import {
  expectComplaint,
  expectContent,
  field,
  fillWell,
  form,
  openForm,
  REQUIRED,
  sent,
  submit,
} from './kit/form-kit.ts'
import { expect, test } from './kit/server.ts'

test.describe('a field', () => {
  test.beforeEach(({ page }) => openForm(page))

  test('shows its complaint only after a change, and at each change anew [FRM-02, FRM-03]', async ({
    page,
  }) => {
    const email = field(page, 'Email')
    await email.focus()
    await email.blur()
    await expectContent(page, 'Email')
    await email.pressSequentially('d')
    await expectComplaint(page, 'Email', 'Enter a valid email address')
    await email.pressSequentially('ana@example.com')
    await expectContent(page, 'Email')
    await email.fill('')
    await expectComplaint(page, 'Email', REQUIRED)
    await expectContent(page, 'Zip')
  })

  test('knows the text, the choice, the tick and the long text [FRM-01]', async ({ page }) => {
    await expect(field(page, 'Email')).toHaveAttribute('type', 'email')
    await expect(field(page, 'Note (optional)')).toHaveJSProperty('tagName', 'TEXTAREA')
    await expect(field(page, 'Industry')).toHaveJSProperty('tagName', 'SELECT')
    await expect(field(page, 'Industry').getByRole('option')).toHaveText([
      'Choose one',
      'Real Estate',
      'Real Estate Investor',
      'Insurance',
      'Financial Services',
      'Mortgage',
      'Advertising/Marketing',
      'Other',
    ])
    await expect(page.getByRole('checkbox', { name: 'By mail' })).not.toBeChecked()
  })

  test('says when it may be left out, and carries no star', async ({ page }) => {
    await expect(form(page).getByText('(optional)')).toHaveCount(2)
    await expect(form(page)).not.toContainText('*')
    await field(page, 'Office phone (optional)').fill('1')
    await expectComplaint(page, 'Office phone (optional)', 'Minimum 10 characters required')
    await field(page, 'Office phone (optional)').fill('')
    await expectContent(page, 'Office phone (optional)')
  })

  test('has autocomplete off unless its page gives a token [FRM-11]', async ({ page }) => {
    const fields = form(page).locator('input, select, textarea')
    const settings = await fields.evaluateAll((all) =>
      all.map((one) => [one.getAttribute('name'), one.getAttribute('autocomplete')]),
    )
    expect(settings.length).toBeGreaterThan(10)
    for (const [name, setting] of settings) expect(setting).toBe(name === 'zip_code' ? 'postal-code' : 'off')
  })

  test('hides a password, and shows it on request with the caret in place [FRM-07]', async ({ page }) => {
    const password = field(page, 'Account password')
    await password.fill('secret99')
    await expect(password).toHaveAttribute('type', 'password')
    await password.press('ArrowLeft')
    await password.press('ArrowLeft')
    const show = form(page).getByRole('button', { name: 'Show password' })
    await expect(show).toHaveAttribute('title', 'Show password')
    await show.click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(password).toBeFocused()
    await page.keyboard.type('X')
    await expect(password).toHaveValue('secretX99')
    const hide = form(page).getByRole('button', { name: 'Hide password' })
    await expect(hide).toHaveAttribute('title', 'Hide password')
    await hide.click()
    await expect(password).toHaveAttribute('type', 'password')
  })

  test('lets the keyboard read the tooltip of the password button [FRM-07]', async ({ page }) => {
    await field(page, 'Account password').focus()
    await page.keyboard.press('Tab')
    const show = form(page).getByRole('button', { name: 'Show password' })
    await expect(show).toBeFocused()
    expect(await show.evaluate((button) => getComputedStyle(button, '::after').content)).toBe(
      '"Show password"',
    )
    await page.keyboard.press('Enter')
    await expect(form(page).getByRole('button', { name: 'Hide password' })).toBeFocused()
  })

  test('that is to be typed again takes no copy, paste, cut or drop, and says so [FRM-10]', async ({
    page,
  }) => {
    const hint = form(page).getByText('Copy, paste and cut are turned off here')
    const again = field(page, 'Confirm email')
    await field(page, 'Email').fill('dana@example.com')
    await field(page, 'Email').press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+c')
    await field(page, 'Zip').focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(field(page, 'Zip')).toHaveValue('dana@example.com')

    await again.focus()
    await expect(hint).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+v')
    await expect(hint).toBeVisible()
    await expect(again).toHaveValue('')
    await again.fill('secret@example.com')
    await again.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+x')
    await expect(again).toHaveValue('secret@example.com')
    await page.keyboard.press('ControlOrMeta+c')
    await field(page, 'Note (optional)').focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(field(page, 'Note (optional)')).toHaveValue('dana@example.com')
    const isDropTaken = await again.evaluate((element) =>
      element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true })),
    )
    expect(isDropTaken).toBe(false)
    await expectAccessible(page)
  })

  test('for a phone writes (xxx) xxx-xxxx, and refuses numbers that nobody has [VAL-13, VAL-23]', async ({
    page,
  }) => {
    const phone = field(page, 'Mobile phone')
    await phone.pressSequentially('312555')
    await expect(phone).toHaveValue('(312) 555')
    await expectComplaint(page, 'Mobile phone', 'Minimum 10 characters required')
    await phone.pressSequentially('1212')
    await expect(phone).toHaveValue('(312) 555-1212')
    await expectComplaint(page, 'Mobile phone', 'This phone is prohibited')
    for (let press = 0; press < 4; press += 1) await phone.press('Backspace')
    await expect(phone).toHaveValue('(312) 555')
    await phone.pressSequentially('0148')
    await expectContent(page, 'Mobile phone')
    await phone.press('Home')
    for (let press = 0; press < 6; press += 1) await phone.press('ArrowRight')
    await phone.press('Backspace')
    await expect(phone).toHaveValue('(315) 550-148')
    await phone.pressSequentially('2')
    await expect(phone).toHaveValue('(312) 555-0148')
    await phone.fill('')
    await expectComplaint(page, 'Mobile phone', REQUIRED)
  })

  test('for a card writes dashes by its brand and names it [VAL-38]', async ({ page }) => {
    const number = field(page, 'Card number')
    const brand = form(page).locator('output')
    await number.pressSequentially('4111 1111 11111111')
    await expect(number).toHaveValue('4111-1111-1111-1111')
    await expect(brand).toHaveText('Visa')
    await number.fill('378282246310005')
    await expect(number).toHaveValue('3782-822463-10005')
    await expect(brand).toHaveText('Amex')
    await number.press('Backspace')
    await expect(number).toHaveValue('3782-822463-1000')
  })

  test('for a card hints at a slip without refusing it', async ({ page }) => {
    const hint = form(page).getByText('One of the digits seems to be wrong')
    await field(page, 'Card number').pressSequentially('4111111111111112')
    await expect(hint).toBeVisible()
    await expectContent(page, 'Card number')
    await field(page, 'Card number').press('Backspace')
    await expect(hint).toHaveCount(0)
  })

  test('follows another that it must equal, whichever of the two changes', async ({ page }) => {
    const text = 'Your email and confirmation email do not match.'
    await field(page, 'Email').fill('dana@example.com')
    await expectContent(page, 'Confirm email')
    await field(page, 'Confirm email').pressSequentially('dan@example.com')
    await expectComplaint(page, 'Confirm email', text)
    await field(page, 'Email').fill('dan@example.com')
    await expectContent(page, 'Confirm email')
    await field(page, 'Email').fill('dana@example.com')
    await expectComplaint(page, 'Confirm email', text)
  })

  test('that is not asked for is neither shown nor judged', async ({ page }) => {
    await fillWell(page)
    await submit(page)
    expect(await sent(page)).toMatchObject({ hour: '', byPhone: 'false' })
    await page.getByRole('checkbox', { name: 'By phone' }).check()
    await expect(field(page, 'Best hour to call')).toBeVisible()
    await submit(page)
    await expectComplaint(page, 'Best hour to call', REQUIRED)
    await field(page, 'Best hour to call').fill('Noon')
    await submit(page)
    await expect.poll(async () => sent(page)).toMatchObject({ hour: 'Noon', byPhone: 'true' })
  })
})
