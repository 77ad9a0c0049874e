import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '#web/test-kit/answers.ts'
import { showPage, showPageHtml } from '#web/test-kit/show.tsx'

test.each([undefined, 'not-a-number', '12345', '1234567', ' '])(
  'with the pin %s the page does not exist [CAN-02]',
  async (pin) => {
    await showPageHtml('cancellation-feedback', { values: {}, query: pin === undefined ? {} : { pin } })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Page does not exist')
    expect(document.querySelector('iframe')).toBeNull()
  },
)

test('asks for a reason, sends the answers, and shows a thank-you instead [CAN-01]', async () => {
  const requests = answerCalls(() => ({ body: { data: { status: 'received' } } }))
  await showPage('feedback-form', { values: {}, query: { pin: '204518' } })
  const reason = page.getByLabelText('Why are you leaving?')
  const send = page.getByRole('button', { name: 'Send' })
  await send.click()
  await expect.element(reason).toHaveFocus()
  await expect.element(reason).toHaveAccessibleDescription('This field is required')
  await reason.selectOptions('Something is missing')
  await page.getByLabelText(/^What should we have done better\?/).fill('Texting from the list')
  await send.click()
  await expect.element(page.getByRole('heading', { name: 'Thank you' })).toHaveFocus()
  expect(requests.map(({ body }) => body)).toEqual([
    { pin: '204518', reason: 'Something is missing', missing: 'Texting from the list', would_return: '' },
  ])
})
