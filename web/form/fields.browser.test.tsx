import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  EveryField,
  expectComplaint,
  expectContent,
  field,
  fillWell,
  submit,
  tick,
} from '#web/test-kit/every-field.tsx'
import { expectAccessible, show } from '#web/test-kit/show.tsx'

const REQUIRED = 'This field is required'

describe('a field', () => {
  let sent: Record<string, string>[] = []
  beforeEach(() => {
    sent = []
    show(<EveryField onSent={(values) => sent.push(values)} />)
  })

  test('shows its error only after a change, and again at each change [FRM-02, FRM-03]', async () => {
    const email = field('Email')
    await email.click()
    await userEvent.tab()
    await expectContent('Email')
    await email.fill('d')
    await expectComplaint('Email', 'Enter a valid email address')
    await expectAccessible()
    await email.fill('dana@example.com')
    await expectContent('Email')
    await email.fill('')
    await expectComplaint('Email', REQUIRED)
    await expectContent('Zip')
  })

  test('supports text, select, checkbox and textarea [FRM-01]', async () => {
    await expect.element(field('Email')).toHaveAttribute('type', 'email')
    expect(field('Note (optional)').element().tagName).toBe('TEXTAREA')
    const options = field('Industry').getByRole('option').elements()
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Choose one',
      'Insurance',
      'Mortgage',
      'Other',
    ])
    await expect.element(tick('By mail')).not.toBeChecked()
  })

  test('says when it is optional, and has no star', async () => {
    expect(page.getByText('(optional)').elements()).toHaveLength(2)
    expect(document.body.textContent).not.toContain('*')
    await field('Office phone (optional)').fill('1')
    await expectComplaint('Office phone (optional)', 'Minimum 10 characters required')
    await field('Office phone (optional)').fill('')
    await expectContent('Office phone (optional)')
  })

  test('has autocomplete off unless its page sets a token [FRM-11]', () => {
    const fields = [...document.querySelectorAll('input, select, textarea')]
    const settings = fields.map((one) => [one.getAttribute('name'), one.getAttribute('autocomplete')])
    expect(settings.length).toBeGreaterThan(10)
    for (const [name, setting] of settings) expect(setting).toBe(name === 'zip_code' ? 'postal-code' : 'off')
  })

  test('hides a password, and shows it on request with the caret in place [FRM-07]', async () => {
    const password = field('Account password')
    await password.fill('secret99')
    await expect.element(password).toHaveAttribute('type', 'password')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    const reveal = page.getByRole('button', { name: 'Show password' })
    await expect.element(reveal).toHaveAttribute('title', 'Show password')
    await reveal.click()
    await expect.element(password).toHaveAttribute('type', 'text')
    await expect.element(password).toHaveFocus()
    await userEvent.keyboard('X')
    await expect.element(password).toHaveValue('secretX99')
    const hide = page.getByRole('button', { name: 'Hide password' })
    await expect.element(hide).toHaveAttribute('title', 'Hide password')
    await hide.click()
    await expect.element(password).toHaveAttribute('type', 'password')
  })

  test('shows the tooltip of the password button on keyboard focus [FRM-07]', async () => {
    await field('Account password').click()
    await userEvent.tab()
    const reveal = page.getByRole('button', { name: 'Show password' })
    await expect.element(reveal).toHaveFocus()
    expect(getComputedStyle(reveal.element(), '::after').content).toBe('"Show password"')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Hide password' })).toHaveFocus()
  })

  test('that repeats another refuses copy, paste, cut and drop, and says so [FRM-10]', async () => {
    const hint = page.getByText(/Copy, paste and cut are turned off here/)
    const again = field('Confirm email')
    await field('Email').fill('dana@example.com')
    await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
    await userEvent.copy()
    await field('Zip').click()
    await userEvent.paste()
    await expect.element(field('Zip')).toHaveValue('dana@example.com')

    await again.click()
    expect(hint.elements()).toHaveLength(0)
    await userEvent.paste()
    await expect.element(hint).toBeVisible()
    await expect.element(again).toHaveValue('')
    await expectAccessible()
    await again.fill('secret@example.com')
    await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
    await userEvent.cut()
    await expect.element(again).toHaveValue('secret@example.com')
    await userEvent.copy()
    await field('Note (optional)').click()
    await userEvent.paste()
    await expect.element(field('Note (optional)')).toHaveValue('dana@example.com')
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true })
    expect(again.element().dispatchEvent(drop)).toBe(false)
  })

  test('for a phone formats (xxx) xxx-xxxx around the caret, and refuses a prohibited number [VAL-13, VAL-23]', async () => {
    const phone = field('Mobile phone')
    await phone.click()
    await userEvent.keyboard('312555')
    await expect.element(phone).toHaveValue('(312) 555')
    await expectComplaint('Mobile phone', 'Minimum 10 characters required')
    await userEvent.keyboard('1212')
    await expect.element(phone).toHaveValue('(312) 555-1212')
    await expectComplaint('Mobile phone', 'This phone is prohibited')
    await userEvent.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}')
    await expect.element(phone).toHaveValue('(312) 555')
    await userEvent.keyboard('0148')
    await expectContent('Mobile phone')
    await userEvent.keyboard('{Home}{ArrowRight>6/}{Backspace}')
    await expect.element(phone).toHaveValue('(315) 550-148')
    await userEvent.keyboard('2')
    await expect.element(phone).toHaveValue('(312) 555-0148')
    await phone.fill('')
    await expectComplaint('Mobile phone', REQUIRED)
  })

  test('for a card adds the dashes of its brand, names it, and hints at a typo [VAL-38]', async () => {
    const number = field('Card number')
    const brand = () => document.querySelector('output')?.textContent
    const hint = page.getByText(/One of the digits seems to be wrong/)
    await number.click()
    await userEvent.keyboard('4111 1111 11111112')
    await expect.element(number).toHaveValue('4111-1111-1111-1112')
    expect(brand()).toBe('Visa')
    await expect.element(hint).toBeVisible()
    await expectContent('Card number')
    await number.fill('378282246310005')
    await expect.element(number).toHaveValue('3782-822463-10005')
    expect(brand()).toBe('Amex')
    expect(hint.elements()).toHaveLength(0)
    await userEvent.keyboard('{Backspace}')
    await expect.element(number).toHaveValue('3782-822463-1000')
  })

  test('follows the field that it repeats, whichever of the two changes', async () => {
    const text = 'Your email and confirmation email do not match.'
    await field('Email').fill('dana@example.com')
    await expectContent('Confirm email')
    await field('Confirm email').fill('dan@example.com')
    await expectComplaint('Confirm email', text)
    await field('Email').fill('dan@example.com')
    await expectContent('Confirm email')
    await field('Email').fill('dana@example.com')
    await expectComplaint('Confirm email', text)
  })

  test('that is not requested is neither shown nor validated', async () => {
    await fillWell()
    await submit()
    await expect.poll(() => sent).toEqual([expect.objectContaining({ hour: '', byPhone: 'false' })])
    await tick('By phone').click()
    await expect.element(field('Best hour to call')).toBeVisible()
    await submit()
    await expectComplaint('Best hour to call', REQUIRED)
    await field('Best hour to call').fill('Noon')
    await submit()
    await expect.poll(() => sent[1]).toMatchObject({ hour: 'Noon', byPhone: 'true' })
  })
})
