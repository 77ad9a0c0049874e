import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ApprovalRow, ApprovalsValues } from '#contract/desk/approvals.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible } from '#web/test-kit/show.tsx'
import { showDeskPage } from '#web/test-kit/show-desk.tsx'

const says = 'Refund $427.00 of bill R-1001 to Visa ending in 1111'
const row: ApprovalRow = {
  id: 4,
  account: { number: '204518', company: 'Whitfield Realty' },
  says,
  valueCents: 42700,
  askedBy: 'Mona Reyes',
  asked: '2026-03-18T14:00:00.000Z',
  words: 'The lines were down',
  state: 'asked',
  expires: '2026-03-19T14:00:00.000Z',
  decidedBy: '',
  decided: '',
  decidedWords: '',
  noteNumber: null,
}
const older: ApprovalRow = {
  ...row,
  id: 3,
  says: 'Waive bill R-900',
  state: 'withdrawn',
  decidedBy: 'Mona Reyes',
}

type Chosen = NonNullable<ApprovalsValues['chosen']>
const chosen: Chosen = {
  ...row,
  may: 'decide',
  changed: [],
  preview: {
    says,
    note: null,
    bill: null,
    month: null,
    next: { before: '$427.00', after: '$427.00' },
    mails: [
      { to: 'owner@example.com', subject: 'We refunded $427.00 of receipt R-1001', text: 'Dear Owner' },
    ],
    remarks: ['If the bank has not settled it yet, it is voided.'],
    valueCents: 42700,
    facts: [],
  },
}

const open = (given: Partial<Chosen> = {}) =>
  showDeskPage('approvals', {
    values: {
      waiting: [row],
      after: null,
      isFirst: true,
      closed: [older],
      before: null,
      chosen: { ...chosen, ...given },
    },
  })

const request = page.getByRole('region', { name: says })
const agree = request.getByRole('button', { name: 'Agree and do it' })
const words = request.getByLabelText('Why, in your own words')
const rowsOf = (caption: string) => page.getByRole('table', { name: caption }).getByRole('row')

test('a second operator sees the same preview, agrees with a reason, and the request is closed', async () => {
  const requests = answerCalls(() => ({ body: { data: { state: 'done' } } }))
  await open()
  await expect.element(request).toMatchTextContent('If the bank has not settled it yet, it is voided.')
  await expect.element(request).toMatchTextContent('We refunded $427.00 of receipt R-1001')
  await agree.click()
  await expect.element(words).toHaveAccessibleDescription(/This field is required/)
  await expectAccessible()
  await words.fill('Right')
  await agree.click()
  await expect.element(request).toHaveFocus()
  await expect.element(request.getByRole('status')).toMatchTextContent('Done.')
  await expect.element(agree).not.toBeInTheDocument()
  await expect.element(page.getByText('No request is waiting for a second operator.')).toBeVisible()
  await expect
    .element(rowsOf('Closed requests').nth(1))
    .toMatchTextContent(/Refund \$427\.00.*Done Olive Operator/)
  await expect
    .element(rowsOf('Closed requests').nth(2))
    .toMatchTextContent(/Waive bill R-900.*Withdrawn Mona Reyes/)
  expect(requests).toMatchObject([
    { path: '/desk/api/approvals/agree/', body: { approval_id: 4, words: 'Right' } },
  ])
})

test('a second operator declines', async () => {
  const requests = answerCalls(() => ({ body: { data: { state: 'declined' } } }))
  await open()
  await words.fill('Too much')
  await request.getByRole('button', { name: 'Decline' }).click()
  await expect.element(request.getByRole('status')).toMatchTextContent('Declined.')
  expect(requests).toMatchObject([{ path: '/desk/api/approvals/decline/', body: { words: 'Too much' } }])
})

test('the requester can only withdraw, and is told if somebody was faster', async () => {
  let isClosed = true
  answerCalls(() =>
    isClosed
      ? { status: 409, body: { errors: 'This request is closed: Done by Olive Operator.' } }
      : { body: { data: { state: 'withdrawn' } } },
  )
  await open({ may: 'withdraw' })
  await expect.element(agree).not.toBeInTheDocument()
  await words.fill('Asked for the wrong account')
  const withdraw = request.getByRole('button', { name: 'Withdraw the request' })
  await withdraw.click()
  await expect
    .element(request.getByRole('alert'))
    .toMatchTextContent('This request is closed: Done by Olive Operator.')
  isClosed = false
  await withdraw.click()
  await expect.element(request.getByRole('status')).toMatchTextContent('Withdrawn.')
})

test('a request whose account has changed since can only be declined', async () => {
  await open({ changed: ['Left of bill R-1001: $427.00 before, $100.00 now.'] })
  await expect
    .element(request)
    .toMatchTextContent(/it can no longer be agreed to\.Left of bill R-1001: \$427\.00 before/)
  await expect.element(agree).not.toBeInTheDocument()
  await expect.element(request.getByRole('button', { name: 'Decline' })).toBeVisible()
})

test('someone without permission sees the request and no buttons', async () => {
  await open({ may: null })
  await expect.element(request).toMatchTextContent('The lines were down')
  await expect.element(page.getByRole('main').getByRole('button')).not.toBeInTheDocument()
})
