import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Queue, type QueueAction, type QueueName, type QueueRow, queues } from '#contract/desk/today.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { expectAccessible } from '#web/test-kit/show.tsx'
import { showDeskPage } from '#web/test-kit/show-desk.tsx'

const rowWith = (key: string, action: QueueAction): QueueRow => ({
  key,
  title: 'Whitfield Realty',
  href: '/desk/accounts/204518/',
  facts: ['$149.00', 'Insufficient funds'],
  age: '2 days',
  since: 'Mar 16, 2026, 09:30 UTC',
  due: null,
  action,
})
const queueOf = (name: QueueName, ...rows: QueueRow[]): Queue => ({
  name,
  count: rows.length,
  isMore: false,
  oldest: rows.length > 0 ? '2 days' : null,
  rows,
  allHref: null,
})
const opens: QueueAction = { kind: 'open', label: 'Open the account', href: '/desk/accounts/204518/' }
const open = (...given: Queue[]) => showDeskPage('today', { values: { queues: given } })
const regionOf = (name: QueueName) => page.getByRole('region', { name: new RegExp(`^${queues[name].title}`) })

test('shows what is waiting and how many, each row links on, and empty queues share one line', async () => {
  const renewals = { ...queueOf('renewals', rowWith('1', opens)), count: 50, isMore: true }
  await open(queueOf('disputes'), { ...renewals, allHref: '/desk/queues/renewals/' })
  await expect
    .element(regionOf('renewals'))
    .toMatchTextContent(/more than 50.*\$149\.00 · Insufficient funds/)
  await expect
    .element(regionOf('renewals').getByRole('link', { name: /^Open the account ?: Whitfield Realty$/ }))
    .toHaveAttribute('href', '/desk/accounts/204518/')
  await expect
    .element(regionOf('renewals').getByRole('link', { name: /^Show all/ }))
    .toHaveAttribute('href', '/desk/queues/renewals/')
  await expect
    .element(page.getByRole('navigation', { name: 'Queues' }).getByRole('link', { name: /Refused renewals/ }))
    .toHaveAttribute('href', '#renewals')
  await expect
    .element(page.getByRole('region', { name: 'Nothing waiting' }))
    .toMatchTextContent('No dispute is waiting for an answer.')
  expect(document.getElementById('renewals')).toBe(regionOf('renewals').element())
})

test('says when nothing is waiting', async () => {
  await open(queueOf('disputes'), queueOf('renewals'))
  await expect.element(page.getByText('Nothing is waiting.')).toBeVisible()
  await expect.element(page.getByRole('navigation', { name: 'Queues' })).not.toBeInTheDocument()
})

const changes: [QueueAction, string, string, string, object][] = [
  [
    { kind: 'send-resume-link', signUp: 6, email: 'left@example.com' },
    'Send a link to left@example.com',
    'Send a link',
    'resume-link',
    { sign_up: 6 },
  ],
  [
    { kind: 'repeat-set-up', pin: '204518', company: 'Whitfield Realty' },
    'Start the set-up of Whitfield Realty again',
    'Start again',
    'set-up',
    { pin: '204518' },
  ],
  [
    { kind: 'settle-refund', refund: 9, amount: '$40.00' },
    'Ask the gateway about the refund of $40.00 of Whitfield Realty',
    'Ask the gateway',
    'refund-answer',
    { refund: 9 },
  ],
  [
    { kind: 'retry-job', queue: 'settle-refund', job: 'job-1', work: 'settle refund' },
    'Try again: settle refund, failed Mar 16, 2026, 09:30 UTC',
    'Try again',
    'job',
    { queue: 'settle-refund', job: 'job-1', which: 'one' },
  ],
  [
    { kind: 'retry-job', queue: 'settle-refund', job: 'job-1', work: 'settle refund' },
    'Set aside: settle refund, failed Mar 16, 2026, 09:30 UTC',
    'Set aside',
    'job-aside',
    { queue: 'settle-refund', job: 'job-1', which: 'one' },
  ],
  [
    { kind: 'failed-mail', mail: 12, email: 'lost@example.com', href: '/desk/mails/12/' },
    'Set aside the email to lost@example.com, failed Mar 16, 2026, 09:30 UTC',
    'Set aside',
    'mail-aside',
    { mail_id: 12 },
  ],
  [
    { kind: 'decide-refund', refund: 8, amount: '$30.00', bill: 'R-1001', isForeign: true },
    'Decide about $30.00 of Whitfield Realty',
    'Decide',
    'refund',
    { refund: 8, choice: 'again' },
  ],
  [
    { kind: 'settle-difference', difference: 4, amount: '$50.00', bill: 'R-7', href: '/desk/' },
    'Leave $50.00 of Whitfield Realty as it is',
    'Leave it',
    'difference',
    { difference: 4 },
  ],
  [
    { kind: 'settle-charge', charge: 3, amount: '$149.00' },
    'Ask the gateway about $149.00 of Whitfield Realty',
    'Ask the gateway',
    'charge',
    { charge: 3, word: 'none', reference: '' },
  ],
]

test.each(changes)(
  '$kind is handled from its row with a reason, and the row stays',
  async (action, ...expected) => {
    const [opener, verb, path, body] = expected
    const requests = answerCalls(() => ({ body: { data: { said: 'It is under way.' } } }))
    await open(queueOf('left', rowWith('1', action), rowWith('2', opens)))
    await page.getByRole('button', { name: opener }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: verb }).click()
    await expect.element(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Enter a reason/)
    await expectAccessible()
    await dialog.getByLabelText('Reason').fill('They called and asked for it')
    await dialog.getByRole('button', { name: verb }).click()
    await expect.element(page.getByRole('status').filter({ hasText: 'It is under way.' })).toHaveFocus()
    const rows = regionOf('left').getByRole('listitem')
    await expect.element(rows.first()).toMatchTextContent('Done')
    await expect.element(rows.last()).not.toMatchTextContent('Done')
    expect(requests).toMatchObject([
      { path: `/desk/api/today/${path}/`, body: { ...body, reason: 'They called and asked for it' } },
    ])
  },
)

test.each([
  ['failed work', { kind: 'retry-job', queue: 'settle-refund', job: 'job-1', work: 'settle refund' }],
  ['a failed email', { kind: 'failed-mail', mail: 12, email: 'lost@example.com', href: '/desk/mails/12/' }],
] satisfies [string, QueueAction][])('the two actions of %s are on one line', async (_, action) => {
  await open(queueOf('left', rowWith('1', action)))
  const aside = regionOf('left')
    .getByRole('button', { name: /^Set aside/ })
    .element()
  const other = aside.parentElement?.firstElementChild?.getBoundingClientRect()
  expect(other?.bottom).toBeGreaterThan(aside.getBoundingClientRect().top)
  await expectFits()
})

test('the refund of a late payment cannot become credit, and one made at the gateway says so', async () => {
  const refund = { kind: 'decide-refund', refund: 8, amount: '$30.00', isForeign: false } as const
  await open(
    queueOf('refunds', rowWith('1', { ...refund, bill: null }), {
      ...rowWith('2', { ...refund, bill: 'R-1001', isForeign: true }),
      title: 'North Shore Realty',
    }),
  )
  const dialog = page.getByRole('dialog')
  const offered = () =>
    dialog
      .getByLabelText('What to do')
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent)
  await page.getByRole('button', { name: 'Decide about $30.00 of Whitfield Realty' }).click()
  await expect.element(dialog).toMatchTextContent('paid no bill, so it cannot become credit')
  expect(offered()).not.toContain('Give it as credit for the next bill')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Decide about $30.00 of North Shore Realty' }).click()
  await expect.element(dialog).toMatchTextContent('on the gateway’s own pages')
  expect(offered()).toContain('Give it as credit for the next bill')
})

test('a separate queue has pages and says where they end', async () => {
  const first = '/desk/queues/renewals/'
  await showDeskPage('queue', { values: { name: 'renewals', rows: [], next: null, first } })
  await expect.element(page.getByText('There are no more.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'First page' })).toHaveAttribute('href', first)
})

test('an unavailable action of a row shows its reason and opens nothing', async () => {
  const why = 'The account is closed. Its set-up can start again once the account is open.'
  const about = 'Start again: the set-up of Whitfield Realty'
  await open(queueOf('set-ups', rowWith('1', { kind: 'cannot', label: 'Start again', about, why })))
  const button = page.getByRole('button', { name: about })
  await expect.element(button).toHaveAccessibleDescription(why)
  await button.click({ force: true })
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expectAccessible()
})
