import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { PageValues } from '#contract/page-values.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { ownerOfActive, ownerOfPastDue, paidBill, planLine, visa } from '#web/test-kit/values-account.ts'

const lines = [
  planLine('triple', 2),
  planLine('callrecording', 2),
  planLine('skip-tracer'),
  planLine('lead', 2),
]
const money = {
  nextCharge: {
    cents: 397_00,
    creditCents: 0,
    on: '2026-04-17',
    lastMomentToCancel: 'April 16, 2026, 11:59 PM Central',
  },
  card: visa,
  backup: null,
  open: null,
  hold: null,
  cancellation: null,
  change: null,
}
const overview: PageValues['account'] = {
  ...ownerOfActive,
  firstName: 'Dana',
  fullName: 'Dana Whitfield',
  email: 'dana@harbor.example',
  items: lines,
  ofPayer: {
    plan: { lines, totalCents: 397_00 },
    money,
    bills: [{ ...paidBill, note: '$49.00 more than the month before: Skip tracer was added (+$49.00).' }],
  },
}
const tile = (name: string) => page.getByRole('region', { name, exact: true })
const linksOf = (name: string) =>
  tile(name)
    .getByRole('link')
    .elements()
    .map((link) => link.textContent)

test('an owner sees who is signed in, the state of the account, its plan and the next charge', async () => {
  await showPage('account', { values: overview })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome, Dana')
  await expect.element(page.getByRole('banner')).toMatchTextContent('Harbor Homes · 318204')
  await expect.element(page.getByRole('main')).toMatchTextContent('Everything is paid and running.Active')
  await expect
    .element(tile('Next charge'))
    .toMatchTextContent(
      '$397.00 on April 17, 2026Visa ending in 1111. To avoid this charge, cancel by April 16, 2026, 11:59 PM Central.',
    )
  expect(linksOf('Next charge')).toEqual(['Change plan', 'Update card', 'Cancel subscription'])
  expect(
    tile('Your plan')
      .getByRole('listitem')
      .elements()
      .map((line) => line.textContent),
  ).toEqual(['Triple line dialer × 2$278', 'Call recording × 2$50', 'Skip tracer$49', 'Agent access × 2$20'])
  await expect.element(tile('Receipts')).toMatchTextContent('Skip tracer was added (+$49.00).')
  await expect.element(tile('Account details')).toMatchTextContent('Dana Whitfield')
  await expect.element(page.getByRole('complementary')).toMatchTextContent('System status: Normal')
  await expectAccessible()
})

test.each([
  {
    is: 'credit pays first',
    ...money,
    nextCharge: { ...money.nextCharge, creditCents: 20_00 },
    says: 'Your bill of $417.00 uses your credit of $20.00 first.',
  },
  {
    is: 'a hold is planned',
    ...money,
    hold: { from: '2026-04-17', until: '2026-06-17', hasBegun: false, canEnd: true },
    says: 'On hold from April 17, 2026, with agent access only. Your full plan resumes on June 17, 2026.',
  },
  {
    is: 'a smaller plan is planned',
    ...money,
    change: { from: '2026-04-17', lines: [], totalCents: 99_00 },
    says: 'Your plan changes on April 17, 2026 to $99.00 a month.',
  },
])('the next charge says that $is', async ({ is: _, says, ...given }) => {
  await showPage('account', {
    values: { ...overview, ofPayer: { plan: { lines, totalCents: 0 }, bills: [], money: given } },
  })
  await expect.element(tile('Next charge')).toMatchTextContent(says)
})

const mastercard = { ...visa, id: 71, brand: 'Mastercard', lastFour: '4444' }
test.each([
  ['the backup', mastercard, '2026Mastercard ending in 4444. To avoid'],
  ['no card', null, '2026To avoid'],
])('once the first card is refused for good, the next charge names %s', async (_, backup, says) => {
  const refused = { ...visa, refused: 'Your bank says this card has expired.' }
  const cards = { ...money, card: refused, backup }
  await showPage('account', {
    values: { ...overview, ofPayer: { plan: { lines, totalCents: 0 }, bills: [], money: cards } },
  })
  await expect.element(tile('Next charge')).toMatchTextContent(says)
})

test('after cancellation the page shows the last day and links to undo it', async () => {
  const canceled = { ...money, nextCharge: null, cancellation: { lastDay: '2026-04-16', reference: 'CABCD' } }
  await showPage('account', {
    values: {
      ...overview,
      runsThrough: '2026-04-16',
      ofPayer: { plan: { lines, totalCents: 397_00 }, bills: [], money: canceled },
    },
  })
  await expect.element(page.getByText('Active until April 16')).toBeVisible()
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent('Canceled. Your service runs through April 16, 2026.')
  await expect
    .element(page.getByRole('link', { name: 'Keep my subscription' }))
    .toHaveAttribute('href', '/account/cancel/')
  await expectFits()
})

test('a billing manager sees billing, but neither the plan nor the end of the account', async () => {
  await showPage('account', { values: { ...overview, role: 'billing' } })
  expect(linksOf('Next charge')).toEqual(['Update card'])
  await expect.element(tile('Next charge')).toMatchTextContent('The owner can cancel it until April 16')
  await expect.element(tile('Account details')).toMatchTextContent('Billing manager')
})

test.each([
  [
    ownerOfActive,
    [
      'Overview',
      'Plan',
      'Billing',
      'Details',
      'People',
      'Connected apps',
      'Outgoing mail',
      'Security',
      'Activity',
    ],
  ],
  [
    { ...ownerOfActive, role: 'billing' as const },
    ['Overview', 'Billing', 'Details', 'Connected apps', 'Security', 'Activity'],
  ],
  [ownerOfPastDue, ['Billing']],
])('the menu lists the pages that this person may open ($role, $scope)', async (person, labels) => {
  await showPage('account', { values: { ...overview, ...person } })
  const menu = page.getByRole('navigation', { name: 'Your account' })
  expect(
    menu
      .getByRole('link')
      .elements()
      .map((link) => link.textContent),
  ).toEqual(labels)
})

test('a right-to-left company name stays in front of the account number', async () => {
  await showPage('account', { values: { ...overview, company: 'שלום' } })
  const range = document.createRange()
  const [company, number] = ['bdi', 'bdi + span'].map((selector) => {
    range.selectNodeContents(document.querySelector(`header .who ${selector}`) as Element)
    return range.getBoundingClientRect()
  })
  expect(number?.left).toBeGreaterThanOrEqual(company?.right ?? Number.POSITIVE_INFINITY)
})

test('on a phone the page mentions the app, once [GEN-13]', async () => {
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Mobile/15E148 Safari/604.1'
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(phone)
  await showPage('account', { values: overview })
  const notice = page.getByRole('dialog', { name: 'Warning' })
  await expect.element(notice).toMatchTextContent('Please download the mobile app')
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect.element(notice).not.toBeInTheDocument()
})
