import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FormHandle } from '#web/form/use-form.ts'
import {
  EveryField,
  expectComplaint,
  expectContent,
  field,
  fillWell,
  submit,
  summary,
  tick,
} from '#web/test-kit/every-field.tsx'
import { expectAccessible, show } from '#web/test-kit/show.tsx'

let sent: Record<string, string>[]
let form: Pick<FormHandle<string>, 'serverErrors' | 'complain' | 'fill'>

beforeEach(() => {
  sent = []
  show(
    <EveryField
      onSent={(values) => sent.push(values)}
      onForm={(handle) => {
        form = handle as unknown as FormHandle<string>
      }}
    />,
  )
})

const alert = () => page.getByRole('alert')
const announced = () => document.querySelector('form > [role=status]')?.textContent

test('a valid form is sent', async () => {
  await fillWell()
  await submit()
  await expect
    .poll(() => sent)
    .toEqual([
      {
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
      },
    ])
  expect(summary()).toEqual([])
})

test("input never appears in the document's markup", async () => {
  await field('Account password').fill('secret99')
  await field('Card number').fill('4111111111111111')
  await expect.element(page.getByText('Visa')).toBeVisible()
  expect(document.documentElement.outerHTML).not.toMatch(/secret99|4111/)
})

test('a refused form focuses its topmost invalid field and shows a summary above [FRM-09]', async () => {
  await fillWell()
  await field('CVV').fill('')
  await field('Mobile phone').fill('312')
  await submit()
  await expect.element(field('Mobile phone')).toHaveFocus()
  await expect.element(field('Mobile phone')).toBeInViewport()
  expect(summary()).toEqual(['Mobile phone: Minimum 10 characters required', 'CVV: This field is required'])
  expect(announced()).toBe('Please check 2 fields: Mobile phone and CVV.')
  await expectAccessible()
  const url = location.href
  await page.getByRole('link', { name: 'CVV' }).click()
  await expect.element(field('CVV')).toHaveFocus()
  await expect.element(field('CVV')).toBeInViewport()
  expect(location.href).toBe(url)
  expect(sent).toEqual([])
  await field('CVV').fill('123')
  await field('Mobile phone').fill('3125550148')
  await submit()
  await expect.poll(() => sent).toEqual([expect.objectContaining({ cvv: '123' })])
  expect(summary()).toEqual([])
})

test('a refused form does not scroll while someone corrects it', async () => {
  await submit()
  await expect.element(field('Email')).toHaveFocus()
  const place = () => field('Email').element().getBoundingClientRect().toJSON()
  const before = place()
  await field('Email').fill('dana@example.com')
  await expectContent('Email')
  expect(place()).toEqual(before)
})

test('the summary counts down as fields are corrected, announces it politely, and empties', async () => {
  await fillWell()
  await field('CVV').fill('')
  await field('Mobile phone').fill('312')
  await field('Zip').fill('')
  await submit()
  await expect.poll(announced).toBe('Please check 3 fields: Mobile phone, Zip and CVV.')
  await field('Mobile phone').fill('3125550148')
  await expect.poll(announced).toBe('Please check 2 fields: Zip and CVV.')
  expect(page.getByRole('link', { name: 'Mobile phone' }).elements()).toEqual([])
  await field('CVV').fill('1')
  await expect
    .poll(() => document.querySelector('.summary')?.textContent)
    .toContain('CVV: Minimum 3 characters required')
  await field('CVV').fill('123')
  await expect.poll(announced).toBe('Please check one field: Zip.')
  await field('Zip').fill('60601')
  await expect.poll(announced).toBe('')
  expect(summary()).toEqual([])
  await expect.element(page.getByText(/^Please check/)).not.toBeVisible()
  // A corrected field that becomes invalid again is counted again.
  await field('Zip').fill('')
  await expect.poll(announced).toBe('Please check one field: Zip.')
})

test('a refused checkbox group counts as one field', async () => {
  await fillWell()
  await tick('By mail').click()
  await submit()
  const group = page.getByRole('group', { name: 'How may we reach you?' })
  await expect.element(group).toHaveFocus()
  await expect.element(group).toHaveAccessibleDescription('Please, choose at least one option')
  await tick('By mail').click()
  await submit()
  await expect.poll(() => sent).toEqual([expect.objectContaining({ byMail: 'true' })])
})

test('marks exactly the fields that a server names [FRM-04, FRM-08]', async () => {
  await field('Note (optional)').fill('x'.repeat(41))
  await expectComplaint('Note (optional)', 'Maximum 40 characters required')
  form.serverErrors({
    zip_code: ['This zip code is far away.', 'Please check it.'],
    email: ['We know this email.'],
  })
  await expectComplaint('Email', 'We know this email.')
  await expectComplaint('Zip', 'This zip code is far away. Please check it.')
  await expectContent('Note (optional)')
  await expectContent('Mobile phone')
  await expect.element(field('Email')).toHaveFocus()
  await field('Email').fill('new@example.com')
  await expectContent('Email')
  await expectComplaint('Zip', 'This zip code is far away. Please check it.')
  form.serverErrors({
    customer_form: { mobile_phone: ['Nobody answers there.'] },
    payment_form: { number: ['Declined.'] },
  })
  await expectComplaint('Mobile phone', 'Nobody answers there.')
  await expectComplaint('Card number', 'Declined.')
  await expectContent('Zip')
})

test('shows errors that concern no field in a separate block [FRM-05]', async () => {
  form.serverErrors({ pin: ['Choose which account to use.', 'There are two.'] })
  await expect.element(alert()).toHaveTextContent('Choose which account to use. There are two.')
  await expect.element(alert()).toBeInViewport()
  expect(summary()).toEqual([])
})

test('renders allowed markup of a message, and shows hostile markup as text [FRM-05, FRM-06]', async () => {
  form.serverErrors('Please <b>call</b> <a href="tel:+18005550100">1-800-555-0100</a>.<br>We are here.')
  await expect.element(alert().getByRole('link')).toHaveAttribute('href', 'tel:+18005550100')
  expect(alert().element().querySelector('b')?.textContent).toBe('call')
  expect(alert().element().querySelectorAll('br')).toHaveLength(1)
  const hostile =
    '<img src=x onerror="window.hacked = true"><a href="javascript:window.hacked = true">click</a>'
  form.serverErrors(hostile)
  await expect.element(alert()).toHaveTextContent(hostile)
  expect(alert().element().querySelectorAll('img, a')).toHaveLength(0)
  expect('hacked' in window).toBe(false)
})

test('accepts an error about one field without validating the others', async () => {
  form.complain('email', 'This email is already taken.')
  await expectComplaint('Email', 'This email is already taken.')
  await expectContent('Confirm email')
  expect(summary()).toEqual([])
})

test('a draft fills in what the person has not typed', async () => {
  await field('Email').fill('mine@example.com')
  form.fill({ email: 'draft@example.com', mobile_phone: '3125550148' })
  await expect.element(field('Mobile phone')).toHaveValue('(312) 555-0148')
  await expect.element(field('Email')).toHaveValue('mine@example.com')
})

test('nothing in a refused form is wider than the smallest screen', async () => {
  await page.viewport(320, 640)
  await submit()
  await expect.poll(summary).toHaveLength(10)
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth)
})
