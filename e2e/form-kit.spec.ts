import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { expect, test } from './kit/server.ts'

const GALLERY = '/dev/gallery/'
const REQUIRED = 'This field is required'

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
    const hint = form(page).getByText('copy, paste and cut are switched off here')
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
    const hint = form(page).getByText('one of its digits seems to be wrong')
    await field(page, 'Card number').pressSequentially('4111111111111112')
    await expect(hint).toBeVisible()
    await expectContent(page, 'Card number')
    await field(page, 'Card number').press('Backspace')
    await expect(hint).toHaveCount(0)
  })

  test('follows another that it must equal, whichever of the two changes', async ({ page }) => {
    const words = 'Your email and confirmation email do not match.'
    await field(page, 'Email').fill('dana@example.com')
    await expectContent(page, 'Confirm email')
    await field(page, 'Confirm email').pressSequentially('dan@example.com')
    await expectComplaint(page, 'Confirm email', words)
    await field(page, 'Email').fill('dan@example.com')
    await expectContent(page, 'Confirm email')
    await field(page, 'Email').fill('dana@example.com')
    await expectComplaint(page, 'Confirm email', words)
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

test.describe('a form', () => {
  test.beforeEach(({ page }) => openForm(page))

  test('sends what all rules are content with', async ({ page }) => {
    await fillWell(page)
    await expect(form(page).getByText('Everything is valid.')).toBeVisible()
    await submit(page)
    expect(await sent(page)).toEqual({
      email: 'dana@example.com',
      confirmEmail: 'dana@example.com',
      password: ' secret ',
      mobile_phone: '3125550148',
      office_phone: '',
      industry: 'Insurance',
      zip_code: '60601',
      number: '4111-1111-1111-1111',
      cvv: '123',
      note: 'Call twice',
      channels: '',
      byMail: 'true',
      byPhone: 'false',
      hour: '',
      terms: 'true',
    })
    await expect(summary(page)).toHaveCount(0)
  })

  test('writes nothing that is typed into the document', async ({ page }) => {
    await field(page, 'Account password').fill('secret99')
    await field(page, 'Card number').fill('4111111111111111')
    await expect(form(page).locator('output')).toHaveText('Visa')
    const document = await page.content()
    expect(document).not.toContain('secret99')
    expect(document).not.toContain('4111')
  })

  test('goes to the topmost invalid field when it is refused, and sums up above [FRM-09]', async ({
    page,
  }) => {
    await fillWell(page)
    await field(page, 'CVV').fill('')
    await field(page, 'Mobile phone').fill('312')
    await submit(page)
    await expect(field(page, 'Mobile phone')).toBeFocused()
    await expect(field(page, 'Mobile phone')).toBeInViewport()
    await expect(summary(page).getByRole('listitem')).toHaveText([
      'Mobile phone: Minimum 10 characters required',
      'CVV: This field is required',
    ])
    await expect(form(page).getByRole('status').first()).toHaveText(
      'Please check 2 fields: Mobile phone, CVV.',
    )
    await expectAccessible(page)

    await summary(page).getByRole('link', { name: 'CVV' }).click()
    await expect(field(page, 'CVV')).toBeFocused()
    await expect(field(page, 'CVV')).toBeInViewport()
    await expect(page).toHaveURL(GALLERY)
    await field(page, 'CVV').fill('123')
    await field(page, 'Mobile phone').fill('3125550148')
    await submit(page)
    await expect(summary(page)).toHaveCount(0)
    expect(await sent(page)).toMatchObject({ cvv: '123' })
  })

  test('does not move under the hands of someone who mends it', async ({ page }) => {
    await submit(page)
    await expect(field(page, 'Email')).toBeFocused()
    const before = await field(page, 'Email').boundingBox()
    await field(page, 'Email').pressSequentially('dana@example.com')
    await expectContent(page, 'Email')
    expect(await field(page, 'Email').boundingBox()).toEqual(before)
  })

  test('puts a refused group of ticks among its fields', async ({ page }) => {
    await fillWell(page)
    await page.getByRole('checkbox', { name: 'By mail' }).uncheck()
    await submit(page)
    const group = page.getByRole('group', { name: 'How may we reach you?' })
    await expect(group).toBeFocused()
    await expect(group).toHaveAccessibleDescription('Please, choose at least one option')
    await page.getByRole('checkbox', { name: 'By mail' }).check()
    await expect(form(page).getByText('Please, choose at least one option')).toHaveCount(1)
    await submit(page)
    expect(await sent(page)).toMatchObject({ byMail: 'true' })
  })

  test('marks the fields that a server names, and only those [FRM-04, FRM-08]', async ({ page }) => {
    await field(page, 'Note (optional)').fill('x'.repeat(41))
    await expectComplaint(page, 'Note (optional)', 'Maximum 40 characters required')
    await answer(page, 'Two fields')
    await expectComplaint(page, 'Email', 'We know this email.')
    await expectComplaint(page, 'Zip', 'This zip code is far away. Please check it.')
    await expectContent(page, 'Note (optional)')
    await expectContent(page, 'Mobile phone')
    await expect(field(page, 'Email')).toBeFocused()
    await field(page, 'Email').fill('new@example.com')
    await expectContent(page, 'Email')
    await expectComplaint(page, 'Zip', 'This zip code is far away. Please check it.')
    await answer(page, 'Groups')
    await expectComplaint(page, 'Mobile phone', 'Nobody answers there.')
    await expectComplaint(page, 'Card number', 'Declined.')
    await expectContent(page, 'Zip')
  })

  test('shows what concerns no field of it in a block of its own [FRM-05]', async ({ page }) => {
    await answer(page, 'Unknown field')
    const block = form(page).getByRole('alert')
    await expect(block).toHaveText('Choose which account to use. There are two.')
    await expect(block).toBeInViewport()
    await expect(summary(page)).toHaveCount(0)
  })

  test('reads the markup of a sentence [FRM-05, FRM-06]', async ({ page }) => {
    await answer(page, 'Sentence')
    const block = form(page).getByRole('alert')
    await expect(block.locator('b')).toHaveText('call')
    await expect(block.getByRole('link')).toHaveAttribute('href', 'tel:+18005550100')
    await expect(block.locator('br')).toHaveCount(1)
  })

  test('shows hostile markup as text [FRM-06]', async ({ page }) => {
    await answer(page, 'Hostile sentence')
    const block = form(page).getByRole('alert')
    await expect(block).toContainText('<img src=x onerror="window.hacked = true">')
    await expect(block).toContainText('<a href="javascript:window.hacked = true">click</a>')
    await expect(block.locator('img, a, script')).toHaveCount(0)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  })

  test('takes a complaint about one field without judging the others', async ({ page }) => {
    await page.getByRole('button', { name: 'Complaint on leaving' }).click()
    await expectComplaint(page, 'Email', 'This email is already taken.')
    await expectContent(page, 'Confirm email')
    await expect(summary(page)).toHaveCount(0)
  })

  test('fills in a draft where the person has written nothing', async ({ page }) => {
    await field(page, 'Email').fill('mine@example.com')
    await page.getByRole('button', { name: 'Restore a draft' }).click()
    await expect(field(page, 'Mobile phone')).toHaveValue('(312) 555-0148')
    await expect(field(page, 'Email')).toHaveValue('mine@example.com')
  })
})

test('what is typed before the script is there is kept, judged and not complained of', async ({ page }) => {
  const scripts = await holdScripts(page)
  await page.goto(GALLERY, { waitUntil: 'commit' })
  await field(page, 'Email').fill('half an address')
  await field(page, 'Account password').fill('secret99')
  await field(page, 'Mobile phone').fill('312.555.0148')
  await field(page, 'Industry').selectOption('Mortgage')
  await field(page, 'Note (optional)').fill('Early')
  await page.getByRole('checkbox', { name: 'By mail' }).check()
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled()
  await expect(page.locator('form[data-awake]')).toHaveCount(0)

  scripts.release()
  await page.locator('form[data-awake]').first().waitFor()
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeEnabled()
  await expect(field(page, 'Email')).toHaveValue('half an address')
  await expect(field(page, 'Account password')).toHaveValue('secret99')
  await expect(field(page, 'Mobile phone')).toHaveValue('(312) 555-0148')
  await expect(field(page, 'Industry')).toHaveValue('Mortgage')
  await expect(field(page, 'Note (optional)')).toHaveValue('Early')
  await expect(page.getByRole('checkbox', { name: 'By mail' })).toBeChecked()
  await expectContent(page, 'Email')
  await submit(page)
  await expectComplaint(page, 'Email', 'Enter a valid email address')
  await expect(summary(page)).not.toContainText('Industry')
  await expect(summary(page)).not.toContainText('How may we reach you?')
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })
  test('a form that needs one says so', async ({ page }) => {
    await page.goto(GALLERY)
    await expect(form(page).locator('noscript p')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled()
    await expect(form(page).getByRole('button', { name: 'Show password' })).toHaveCount(0)
  })
})

test.describe('a form that posts by itself', () => {
  const posting = (page: Page) => page.getByRole('form', { name: 'Posting' })
  const button = (page: Page) => posting(page).getByRole('button', { name: 'Submit and leave' })

  test('is ready to post, and to say why it was refused, before any script', async ({ page }) => {
    await holdScripts(page)
    await page.goto(`${GALLERY}?refused=1`, { waitUntil: 'commit' })
    await expect(posting(page)).toHaveAttribute('method', 'post')
    await expect(posting(page)).toHaveAttribute('novalidate')
    await expect(button(page)).toBeEnabled()
    const email = posting(page).getByLabel('Email')
    await expect(email).toHaveValue('posted@example.com')
    await expect(email).toHaveAccessibleDescription('We do not know this email.')
    await expect(posting(page).getByRole('alert')).toHaveText('Choose which account to use.')
    await posting(page).locator('.summary').getByRole('link', { name: 'Email' }).click()
    await expect(email).toBeFocused()
    await page.route('**/dev/gallery/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: 'posted' }),
    )
    const post = page.waitForRequest((request) => request.method() === 'POST')
    await button(page).click()
    expect((await post).postData()).toContain('email=posted%40example.com')
    await expect(page.getByText('posted')).toBeVisible()
  })

  test('keeps the refusal when it wakes up, and goes to the field [FRM-04, FRM-09]', async ({ page }) => {
    await page.goto(`${GALLERY}?refused=1`)
    await page.locator('form[data-awake]').last().waitFor()
    const email = posting(page).getByLabel('Email')
    await expect(email).toHaveAccessibleDescription('We do not know this email.')
    await expect(email).toBeFocused()
  })

  test('waits until it is valid, and submits once however often it is pressed', async ({ page }) => {
    await openForm(page)
    await expect(button(page)).toBeDisabled()
    await posting(page).getByLabel('Email').fill('dana@example.com')
    await posting(page).getByLabel('Password', { exact: true }).fill('secret99')
    await expect(button(page)).toBeEnabled()
    await button(page).click()
    const busy = posting(page).getByRole('button', { name: 'Submit and leave Please wait' })
    await expect(busy).toHaveAttribute('aria-busy', 'true')
    await busy.click({ force: true })
    await posting(page).getByLabel('Email').press('Enter')
    await expect(posting(page).getByText('Submitted 1 times')).toBeVisible()
  })
})

async function openForm(page: Page) {
  await page.goto(GALLERY)
  await page.locator('form[data-awake]').first().waitFor()
}

async function holdScripts(page: Page) {
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  return { release: () => gate.resolve() }
}

function form(page: Page) {
  return page.getByRole('form', { name: 'Every field' })
}

function field(page: Page, label: string) {
  return form(page).getByLabel(label, { exact: true })
}

function summary(page: Page) {
  return form(page).locator('.summary')
}

async function submit(page: Page) {
  await page.getByRole('button', { name: 'Next', exact: true }).click()
}

async function answer(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click()
}

async function sent(page: Page): Promise<Record<string, string>> {
  return JSON.parse((await page.locator('pre').textContent()) ?? '')
}

async function fillWell(page: Page) {
  await field(page, 'Email').fill(' dana@example.com ')
  await field(page, 'Confirm email').fill('dana@example.com')
  await field(page, 'Account password').fill(' secret ')
  await field(page, 'Mobile phone').fill('3125550148')
  await field(page, 'Industry').selectOption('Insurance')
  await field(page, 'Zip').fill('60601')
  await field(page, 'Card number').fill('4111111111111111')
  await field(page, 'CVV').fill('123')
  await field(page, 'Note (optional)').fill('Call twice')
  await page.getByRole('checkbox', { name: 'By mail' }).check()
  await page.getByRole('checkbox', { name: 'I have read and accept' }).check()
}

async function expectComplaint(page: Page, label: string, words: string) {
  await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`${escaped(words)}$`))
}

async function expectContent(page: Page, label: string) {
  await expect(field(page, label)).not.toHaveAttribute('aria-invalid')
}

function escaped(words: string) {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
