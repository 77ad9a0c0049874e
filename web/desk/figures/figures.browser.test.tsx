import { expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import type { FigureAccountsValues, FiguresOfMonth, FiguresValues, Sum } from '#contract/desk/figures.ts'
import { expectAccessible } from '#web/test-kit/show.tsx'
import { showDeskPage } from '#web/test-kit/show-desk.tsx'

const sum = (entries: number, dollars: number): Sum => ({ entries, cents: dollars * 100 })
const monthNames = [
  '2025-03',
  '2025-04',
  '2025-05',
  '2025-06',
  '2025-07',
  '2025-08',
  '2025-09',
  '2025-10',
].concat('2025-11', '2025-12', '2026-01', '2026-02', '2026-03')

const months = monthNames.map((name, at): FiguresOfMonth => {
  const opening = 12_000 + at * 1_150
  return {
    month: `${name}-01` as FiguresOfMonth['month'],
    isClosed: at < monthNames.length - 1,
    sums: {
      opening: sum(90, opening),
      new: sum(9, 1_400),
      returned: sum(2, 250),
      more: sum(3, 120),
      less: sum(1, -40),
      lost: sum(4, -580),
      closing: sum(97, opening + 1_150),
      canceled: sum(4, -580),
      charged: sum(80, 11_200),
      refunded: sum(1, 149),
      refused: sum(6, 900),
      'retry-1': sum(3, 450),
      never: sum(1, 149),
      email: sum(40, 0),
      details: sum(30, 0),
      payment: sum(20, 0),
      paid: sum(9, 0),
    },
    reasons: [{ reason: 'Too expensive', ...sum(2, -300) }],
    refusals: [
      {
        reason: 'closed',
        words: 'account closed',
        sums: { refused: sum(4, 600), backup: sum(2, 300), 'by-customer': sum(1, 149), never: sum(1, 149) },
      },
    ],
  }
})
const values: FiguresValues = {
  state: 'computed',
  asOf: '2026-03-18T15:00:00.000Z',
  months,
  seats: { countedAt: '2026-03-18T15:00:00.000Z', accounts: 3, unused: 5, cents: 5000 },
}

const open = (given: Partial<FiguresValues> = {}, query = {}) =>
  showDeskPage('figures', { values: { ...values, ...given }, role: 'reader', query })
const choice = page.getByLabelText('Month of the sections below')

test('the newest month comes first, and each number links to its rows', async () => {
  await open()
  await expect.element(page.getByText('Months begin at midnight Eastern.')).toBeVisible()
  await expect
    .element(page.getByText('As of March 18, 2026, 11:00 AM Eastern. Every number opens what it counts.'))
    .toBeVisible()
  const row = page.getByRole('table', { name: 'Recurring revenue by month' }).getByRole('row').nth(1)
  await expect.element(row).toMatchTextContent(/March 2026.*so far.*\+\$1,400\.00.*−\$580\.00/)
  const number = row.getByRole('link', { name: /^New, March 2026 ?: / })
  const { pathname, search } = new URL((number.element() as HTMLAnchorElement).href)
  expect(pathname + search).toBe('/desk/figures/new/?month=2026-03')
})

test('the form that picks a month of sign-ups works without a script', async () => {
  await open({}, { month: '2026-01' })
  await expect.element(choice).toHaveValue('2026-01')
  const form = (choice.element() as HTMLSelectElement).form
  expect(form?.method).toBe('get')
  expect(form?.getAttribute('action')).toBe('/desk/figures/')
  await expect
    .element(page.getByRole('link', { name: 'Download as CSV' }))
    .toHaveAttribute('href', '/desk/api/figures/figures.csv')
})

test('recovery is shown by way and by the bank’s reason, and each number opens its renewals', async () => {
  await open({}, { month: '2026-01' })
  const name = 'Refused renewals of January 2026 by reason and by what became of them'
  const row = page.getByRole('table', { name }).getByRole('row').nth(1)
  await expect.element(row).toMatchTextContent(/^Account closed.*75\.0%$/)
  const number = row.getByRole('link', { name: /^Backup card, account closed, January 2026 ?: / })
  const { pathname, search } = new URL((number.element() as HTMLAnchorElement).href)
  expect(pathname + search).toBe('/desk/figures/backup/?month=2026-01&part=closed')
  await expectAccessible()
})

test('without figures the page says whether they are being computed', async () => {
  await open({ state: 'computing', months: [], asOf: null })
  await expect.element(page.getByText(/^The figures are being computed\./)).toBeVisible()
})

/** Chart labels that overlap. */
function overlapsIn(chart: Element): string[] {
  const labels = [...chart.querySelectorAll('text')].filter((label) => label.getClientRects().length > 0)
  const boxes = labels.map((label) => ({ said: label.textContent, box: label.getBoundingClientRect() }))
  return boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter(
        ({ box }) =>
          one.box.left < box.right &&
          box.left < one.box.right &&
          one.box.top < box.bottom &&
          box.top < one.box.bottom,
      )
      .map(({ said }) => `${one.said} and ${said}`),
  )
}

test.each([320, 390, 720, 1280])('at %i pixels no chart label covers another', async (width) => {
  await page.viewport(width, 900)
  await open()
  const charts = [...document.querySelectorAll('figure')]
  expect(charts.length).toBeGreaterThan(1)
  for (const chart of charts) expect(overlapsIn(chart)).toEqual([])
})

/** The names of regions that show only part of their content. */
const cutOff = () =>
  [...document.querySelectorAll('section')]
    .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== 'visible')
    .map((one) => one.getAttribute('aria-label'))

test('in print the charts stay, nothing scrolls or is cut off, and the menu leaves no empty column', async () => {
  // Portrait paper: on a screen of this width tables scroll.
  await page.viewport(720, 1000)
  await open()
  expect(cutOff()).toContain('Recurring revenue by month')
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  try {
    await expect
      .element(page.getByRole('img', { name: /^What changed recurring revenue in each month/ }))
      .toBeVisible()
    await expect.element(choice).not.toBeVisible()
    expect(cutOff()).toEqual([])
    await page.viewport(1100, 760)
    expect(page.getByRole('main').element().getBoundingClientRect().x).toBe(0)
  } finally {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' })
  }
})

const counted: FigureAccountsValues = {
  figure: 'new',
  month: '2026-03-01' as FiguresOfMonth['month'],
  part: '',
  partWords: '',
  asOf: '2026-03-18T15:00:00.000Z',
  sum: sum(2, 298),
  entries: [
    {
      account: { id: 1, pin: '204518', company: 'Whitfield Realty' },
      email: '',
      at: '2026-03-02T15:00:00.000Z',
      cents: 14900,
      count: 1,
      words: '',
    },
    { account: null, email: '', at: '2026-03-02T15:00:00.000Z', cents: 14900, count: 1, words: '' },
  ],
  next: 'more',
}

test('a number of one reason says which', async () => {
  const values = { ...counted, figure: 'backup', part: 'closed', partWords: 'account closed' } as const
  await showDeskPage('figure-accounts', { values, role: 'reader' })
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Backup card: account closed, March 2026')
  await expect
    .element(page.getByRole('link', { name: 'Next page' }))
    .toHaveAttribute('href', '/desk/figures/backup/?month=2026-03&part=closed&after=more')
})

test('the rows of a number are listed with their sum, accounts and next page', async () => {
  await showDeskPage('figure-accounts', { values: counted, role: 'reader' })
  await expect.element(page.getByRole('heading', { level: 1, name: 'New, March 2026' })).toBeVisible()
  await expect.element(page.getByText('+$298.00 in 2 accounts')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: '204518 Whitfield Realty' }))
    .toHaveAttribute('href', '/desk/accounts/204518/')
  await expect.element(page.getByRole('row', { name: /^No details left/ })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Next page' }))
    .toHaveAttribute('href', expect.stringMatching(/after=more/))
})
