import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deskPageOf } from '#contract/desk/desk-pages.ts'
import { roleForbidden } from '#contract/desk/sign-in.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible } from '#web/test-kit/show.tsx'
import { showDeskPage } from '#web/test-kit/show-desk.tsx'
import { deskValues } from '#web/test-kit/values-desk.ts'
import { sampleAccountFeed } from '#web/test-kit/values-desk-account.ts'

const main = page.getByRole('main')

test.each([
  ['operators', 'Operators', ['Name', 'Role', 'State', 'Last seen', 'Options']],
  ['audit', 'Entries', ['Time', 'Who', 'What', 'Account', 'Reason', 'Details']],
] as const)('on a narrow screen each cell of %s shows its title beside it', async (name, caption, titles) => {
  await page.viewport(360, 800)
  await showDeskPage(name, { values: deskValues[name] })
  const list = page.getByRole('region', { name: caption }).element()
  expect(list.scrollWidth).toBe(list.clientWidth)
  const cells = [...list.querySelectorAll('tbody tr:first-child > *')]
  expect(cells.map((cell) => getComputedStyle(cell, '::before').content)).toEqual(
    titles.map((title) => `"${title}"`),
  )
  for (const cell of cells.slice(1)) {
    const width = Number.parseFloat(getComputedStyle(cell, '::before').width)
    expect(Number.parseFloat(getComputedStyle(cell).paddingLeft)).toBeGreaterThan(width)
  }
})

test('a table can be focused by keyboard, since a long one scrolls', async () => {
  await showDeskPage('settings', { values: deskValues.settings })
  const table = page.getByRole('region', { name: 'Current prices', exact: true })
  await expect.element(table).toHaveAttribute('tabindex', '0')
})

test('a reader of a settings section is told which role may change it', async () => {
  await showDeskPage('settings', { values: deskValues.settings, role: 'money' })
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  for (const name of ['Texts', 'Prices'])
    await expect.element(section(name)).toMatchTextContent('To change it, you need the role Admin.')
  for (const name of ['Webinars', 'Blocks'])
    await expect.element(section(name)).not.toMatchTextContent('you need the role')
  await expect
    .element(page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Prices' }))
    .toHaveAttribute('href', '#prices')
  expect(document.getElementById('prices')).toBe(section('Prices').element())
  await expectAccessible()
})

test('operators are listed with their state, and nobody changes themselves', async () => {
  await showDeskPage('operators', { values: deskValues.operators })
  const row = (name: RegExp) => page.getByRole('row', { name })
  await expect.element(row(/olive@example\.com/)).toMatchTextContent(/Admin.*Enabled.*This is you/)
  await expect.element(row(/olive@example\.com/).getByRole('button')).not.toBeInTheDocument()
  await expect.element(row(/kim@example\.com/)).toMatchTextContent(/Helper.*Not set up yet.*Never/)
})

test('the form that filters the audit log works without a script, and its file uses the same filter', async () => {
  await showDeskPage('audit', { values: deskValues.audit })
  const filter = page.getByRole('form', { name: 'Filter' })
  await expect.element(filter).toHaveAttribute('method', 'get')
  await expect.element(filter).toHaveAttribute('action', deskPageOf.audit.path)
  await expect.element(filter.getByLabelText('Action')).toHaveValue('operator-added')
  await expect
    .element(page.getByRole('link', { name: 'Download as CSV' }))
    .toHaveAttribute('href', '/desk/audit/audit.csv?action=operator-added')
  await expect
    .element(page.getByRole('link', { name: 'Older' }))
    .toHaveAttribute('href', '/desk/audit/?action=operator-added&before=89')
  await expect
    .element(page.getByRole('row').nth(1))
    .toMatchTextContent(/olive@example\.com.*Invited an operator.*Asked for in a meeting.*kim@example\.com/)
})

test('a filter without matches says so instead of showing a list', async () => {
  const complaint = 'There is no account 999999. Enter its six-digit number.'
  await showDeskPage('audit', { values: { ...deskValues.audit, complaint, rows: [], older: null } })
  await expect.element(page.getByRole('alert')).toMatchTextContent(complaint)
  await expect.element(page.getByText('Nothing matches this filter.')).not.toBeInTheDocument()
  await expectAccessible()
})

test("each list of reasons has its own pages, and its file uses the page's filter", async () => {
  await showDeskPage('reasons', { values: deskValues.reasons, query: { feedback: '7.2' } })
  const feedback = page.getByRole('region', { name: 'Feedback', exact: true })
  await expect.element(feedback).toMatchTextContent(/999999 \(no such account\).*Maps.*Perhaps/)
  const cancellations = page.getByRole('region', { name: 'Cancellations', exact: true })
  await expect
    .element(cancellations.getByRole('link', { name: 'Older' }))
    .toHaveAttribute('href', '/desk/reasons/?from=2026-03-01&cancellations=5.R-1&feedback=7.2#cancellations')
  await expect
    .element(cancellations.getByRole('link', { name: /^Download as CSV/ }))
    .toHaveAttribute('href', '/desk/reasons/cancellations.csv?from=2026-03-01')
  await expect
    .element(feedback.getByRole('link', { name: 'Newest' }))
    .toHaveAttribute('href', '/desk/reasons/?from=2026-03-01#feedback')
  await expectAccessible()
})

test('without the role for a page, an operator reads which one it needs, beside the menu', async () => {
  const text = roleForbidden('Money')
  await showDeskPage('not-shown', { values: { status: 403, text }, role: 'helper' })
  await expect.element(main).toMatchTextContent(text)
  await expect
    .element(page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Audit log' }))
    .toHaveAttribute('href', deskPageOf.audit.path)
  await expectAccessible()
})

test('the feed events of an account are listed, with a link to the account', async () => {
  await showDeskPage('account-feed', { values: sampleAccountFeed })
  await expect
    .element(page.getByRole('row').nth(1))
    .toMatchTextContent(/4.*account\.set_up.*people may dial.*Active.*plan: triple.*next/)
  await expect
    .element(main.getByRole('link', { name: 'Whitfield Realty, account 204518' }))
    .toHaveAttribute('href', '/desk/accounts/204518/')
  await expectAccessible()
})

test('a dispute past its due date says so and links to its page', async () => {
  await showDeskPage('disputes', { values: deskValues.disputes })
  const row = page.getByRole('row').nth(1)
  await expect.element(row).toMatchTextContent(/March 17, 2026 \(passed\).*\$149\.00/)
  await expect
    .element(row.getByRole('link', { name: 'dp-1' }))
    .toHaveAttribute('href', '/desk/disputes/dp-1/')
})

test('a dispute shows what closed its account and what each decision would do', async () => {
  await showDeskPage('dispute', { values: deskValues.dispute })
  await expect.element(page.getByRole('region', { name: 'Account' })).toMatchTextContent('This dispute')
  await expect
    .element(page.getByRole('link', { name: 'Download evidence (PDF)' }))
    .toHaveAttribute('href', '/desk/disputes/dp-1/evidence.pdf')
  await page.getByRole('button', { name: 'Record as won' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('The account is Active again.')
})

test.each([
  ['gateway', 'won'],
  ['gateway', 'lost'],
] as const)('what the %s decided about a dispute is not overruled: %s', async (closedBy, state) => {
  await showDeskPage('dispute', { values: { ...deskValues.dispute, closedBy, state } })
  await expect.element(page.getByRole('link', { name: 'Download evidence (PDF)' })).toBeVisible()
  await expect.element(main.getByText('The gateway has reported the outcome.')).toBeVisible()
  await expect.element(main.getByRole('button', { disabled: false })).not.toBeInTheDocument()
})

test('a held sign-up shows what the rules found and what its release charges', async () => {
  await showDeskPage('held-sign-ups', { values: deskValues['held-sign-ups'] })
  const held = page.getByRole('region', { name: 'Sign-up 12: Held & Co.' })
  await expect.element(held).toMatchTextContent(/another country.*1 hour.*9235.*France, as entered/)
  await held.getByRole('button', { name: /^Release/ }).click()
  await expect
    .element(page.getByRole('dialog'))
    .toMatchTextContent('$149.00 is charged to Visa ending in 9235 now.')
})

test('free access above the limit says that a second operator has to agree', async () => {
  await showDeskPage('access', { values: deskValues.access })
  await page.getByRole('button', { name: 'Give free access' }).click()
  await expect
    .element(page.getByRole('dialog'))
    .toMatchTextContent('twelve months of the plan count. This counts as $5,124.00.')
  await expect
    .element(page.getByRole('dialog'))
    .toMatchTextContent('Both limits are passed. A second operator has to agree.')
})

test('an account with free access and a fraud mark offers to end both', async () => {
  const fraud = { since: '2026-03-17T09:30:00.000Z', reason: 'Stolen card', isByDispute: false }
  const values = {
    ...deskValues.access,
    isFree: true,
    fraud,
    againstGiving: 'It is free.',
    againstEnding: null,
  }
  const requests = answerCalls(() => ({ body: { data: { said: 'The account is now Active.' } } }))
  await showDeskPage('access', { values })
  await expect
    .element(page.getByRole('region', { name: 'Fraud' }))
    .toMatchTextContent(/An operator.*Stolen card/)
  for (const verb of ['End free access', 'Remove the mark']) {
    await main.getByRole('button', { name: verb }).click()
    await page.getByRole('dialog').getByLabelText('Reason').fill('It was a mistake')
    await page.getByRole('dialog').getByRole('button', { name: verb }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  }
  await expect.element(main.getByRole('button')).toHaveLength(2)
  expect(requests.map(({ path }) => path)).toEqual(['/desk/api/access/end/', '/desk/api/access/fraud/undo/'])
})

test('new prices are previewed before they are set', async () => {
  const said = 'The new prices apply from 2030-06-01.'
  let isWrong = true
  const requests = answerCalls(() =>
    isWrong
      ? { status: 400, body: { errors: { triple: 'Enter dollars from 0 to 10000.' } } }
      : { body: { data: { said, values: deskValues.settings.prices } } },
  )
  const { prices } = deskValues.settings
  await showDeskPage('settings', {
    values: { ...deskValues.settings, prices: { ...prices, coming: [] } },
  })
  const form = page.getByRole('region', { name: 'Set prices' })
  await expect.element(form).toMatchTextContent('So far, no price changes.')
  await form.getByLabelText(/^Takes effect/).fill('2030-06-01T00:00')
  await form.getByLabelText(/^Single line dialer/).fill('95.50')
  const row = form.getByRole('region', { name: 'What changes' }).getByRole('row').nth(1)
  await expect.element(row).toMatchTextContent('Single line dialer$89.00$95.50')
  await form.getByLabelText(/^Triple line dialer/).fill('much')
  await form.getByLabelText('Reason').fill('Board of November')
  const set = form.getByRole('button', { name: 'Set these prices' })
  await set.click()
  await expect
    .element(form.getByLabelText(/^Triple line dialer/))
    .toHaveAccessibleDescription(/Enter dollars from 0 to 10000/)
  isWrong = false
  await form.getByLabelText(/^Triple line dialer/).fill('')
  await set.click()
  await expect.element(page.getByRole('status').filter({ hasText: said })).toHaveFocus()
  expect(requests.at(-1)?.body).toMatchObject({ from: '2030-06-01T00:00', single: '95.50', triple: '' })
  await expect.element(page.getByText('From Jan 1, 2030, 00:00 UTC')).toBeVisible()
  await expect.element(form.getByLabelText(/^Single line dialer/)).toHaveValue('')
})

// A laptop at 125% zoom, and 1280 pixels at 400% zoom.
const windows = [
  [1024, 520],
  [320, 256],
] as const

test.each(windows)(
  'tabbing backwards, the header never covers the focused element: %i × %i',
  async (...size) => {
    await page.viewport(...size)
    await showDeskPage('operators', { values: manyOperators })
    document.querySelector('.desk')?.append(document.createElement('button'))
    document.querySelector<HTMLElement>('.desk > button')?.focus()
    const head = document.querySelector('header')
    const covered: string[] = []
    for (let count = 0; count < manyOperators.rows.length * 3; count += 1) {
      await userEvent.tab({ shift: true })
      const focused = document.activeElement
      const bottom = focused?.getBoundingClientRect().bottom ?? 0
      const isCovered = !head?.contains(focused) && bottom <= (head?.getBoundingClientRect().bottom ?? 0)
      if (isCovered) covered.push(focused?.getAttribute('aria-label') ?? '')
    }
    expect(covered).toEqual([])
  },
)

const manyOperators = {
  rows: Array.from({ length: 12 }, (_, id) => ({
    id,
    name: `Kim ${id}`,
    email: `kim${id}@example.com`,
    role: 'helper' as const,
    createdAt: '2026-01-01T00:00:00.000Z',
    disabledAt: null,
    hasBegun: true,
    lastSeenAt: null,
    isYou: false,
  })),
}
