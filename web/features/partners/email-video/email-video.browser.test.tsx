import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible, left, showPage } from '#web/test-kit/show.tsx'

const values = { name: 'BombBomb' }
const pin = page.getByLabelText('Account Number')
const submit = page.getByRole('button', { name: 'Submit' })

test("checks the account number, sends it with the code, and follows the partner's redirect [BMB-01, BMB-04, BMB-05, RTE-12]", async () => {
  const unknown = 'We could not find an account with this number that can be connected.'
  const requests = answerCalls(({ body }) =>
    body.pin === '204518'
      ? { body: { redirect_uri: 'https://video.example/linked' } }
      : { status: 400, body: { errors: { pin: [unknown] } } },
  )
  await showPage('email-video', { values, query: { code: 'abc' } })
  await expect.element(page.getByText(/^Enter your 6-digit Account Number/)).toBeVisible()
  for (const [typed, text] of [
    ['', 'This field is required'],
    ['20451x', 'Enter a valid number'],
    ['20451', 'Minimum 6 characters required'],
    ['2045188', 'Maximum 6 characters required'],
    ['000000', unknown],
  ] as const) {
    await pin.fill(typed)
    await submit.click()
    await expect.element(pin).toHaveAccessibleDescription(text)
    await expect.element(pin).toHaveFocus()
  }
  await expectAccessible()
  await pin.fill('204518')
  await submit.click()
  await expect.poll(() => left).toEqual(['https://video.example/linked'])
  expect(requests.map(({ body }) => body)).toEqual([
    { pin: '000000', code: 'abc' },
    { pin: '204518', code: 'abc' },
  ])
})

test.each([{}, { code: ' ' }])(
  'with %j the page is no longer valid and leads to the login [BMB-02, BMB-03]',
  async (query) => {
    await showPage('email-video', { values, query })
    await expect.element(page.getByRole('alert')).toHaveTextContent('Oops! Page is no longer valid.')
    expect(pin.elements()).toEqual([])
    await page.getByRole('link', { name: 'Back to Login' }).click()
    expect(left).toEqual(['/login/'])
  },
)
