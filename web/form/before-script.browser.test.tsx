import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { loginEmail, loginPassword } from '#contract/fields/sign-in.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import {
  EveryField,
  expectComplaint,
  expectContent,
  field,
  submit,
  summary,
  tick,
} from '#web/test-kit/every-field.tsx'
import { left, show, showHtml } from '#web/test-kit/show.tsx'

const refusal = { email: ['We do not know this email.'], pin: ['Choose which account to use.'] }

/** A form that can be posted before it is hydrated, and may be rendered with errors. */
function PostingForm({ isRefused = false }) {
  const email = configOf(loginEmail, { value: isRefused ? 'posted@example.com' : '' })
  const form = useForm({
    fields: { email, password: configOf(loginPassword) },
    errors: isRefused ? refusal : undefined,
  })
  const [submits, setSubmits] = useState(0)
  function leave() {
    setSubmits(submits + 1)
    return 'leaving' as const
  }
  return (
    <Form form={form} label="Posting" action="/posted/" generalErrors="below" onSubmit={leave}>
      <TextField field={form.field('email')} autoComplete="username" />
      <PasswordField field={form.field('password')} autoComplete="current-password" />
      <SubmitButton form={form} whenValid>
        Submit and leave
      </SubmitButton>
      <p>{`Submitted ${submits} times`}</p>
    </Form>
  )
}

const button = () => page.getByRole('button', { name: /^Submit and leave/ })

test('text typed before the script loads is kept and validated, without showing errors', async () => {
  const hydrate = showHtml(<EveryField />)
  await field('Email').fill('half an address')
  await field('Account password').fill('secret99')
  await field('Mobile phone').fill('312.555.0148')
  await field('Industry').selectOptions('Mortgage')
  await field('Note (optional)').fill('Early')
  await tick('By mail').click()
  const next = page.getByRole('button', { name: 'Next' })
  await expect.element(next).toBeDisabled()
  await hydrate()
  await expect.element(next).toBeEnabled()
  await expect.element(field('Email')).toHaveValue('half an address')
  await expect.element(field('Account password')).toHaveValue('secret99')
  await expect.element(field('Mobile phone')).toHaveValue('(312) 555-0148')
  await expect.element(field('Industry')).toHaveValue('Mortgage')
  await expect.element(field('Note (optional)')).toHaveValue('Early')
  await expect.element(tick('By mail')).toBeChecked()
  await expectContent('Email')
  await submit()
  await expectComplaint('Email', 'Enter a valid email address')
  expect(summary().join()).not.toMatch(/Industry|How may we reach you/)
})

test('a form that needs a script says so without one, and hides the button that needs it', () => {
  showHtml(<EveryField />)
  expect(document.querySelector('form noscript')?.textContent).toContain('This form needs JavaScript.')
  expect(page.getByRole('button', { name: 'Show password' }).elements()).toEqual([])
})

test('a form that posts works and shows its refusal before any script', async () => {
  showHtml(<PostingForm isRefused />)
  const form = page.getByRole('form', { name: 'Posting' })
  await expect.element(form).toHaveAttribute('method', 'post')
  await expect.element(form).toHaveAttribute('novalidate')
  await expect.element(field('Email')).toHaveValue('posted@example.com')
  await expect.element(field('Email')).toHaveAccessibleDescription('We do not know this email.')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Choose which account to use.')
  await page.getByRole('link', { name: 'Email' }).click()
  await expect.element(field('Email')).toHaveFocus()
  await button().click()
  expect(left).toEqual(['/posted/'])
})

test('a form that posts keeps its refusal when hydrated and focuses the field [FRM-04, FRM-09]', async () => {
  await showHtml(<PostingForm isRefused />)()
  await expect.element(field('Email')).toHaveAccessibleDescription('We do not know this email.')
  await expect.element(field('Email')).toHaveFocus()
})

test('a button may wait for a valid form, and submits once however often it is pressed', async () => {
  show(<PostingForm />)
  await expect.element(button()).toBeDisabled()
  await field('Email').fill('dana@example.com')
  await field('Password').fill('secret99')
  await expect.element(button()).toBeEnabled()
  const { width } = button().element().getBoundingClientRect()
  await button().click()
  await expect.element(button()).toHaveAttribute('aria-busy', 'true')
  await expect.element(button()).toHaveFocus()
  await expect.element(button()).toHaveAccessibleName('Submit and leave Please wait')
  expect(button().element().getBoundingClientRect().width).toBeCloseTo(width, 1)
  await userEvent.keyboard('{Enter}')
  await field('Email').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Submitted 1 times')).toBeVisible()
})
