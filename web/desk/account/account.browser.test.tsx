import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DeskAccountValues, DeskCard, TimelinePart } from '#contract/desk/account.ts'
import type { OperatorRole } from '#contract/desk/desk-roles.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible } from '#web/test-kit/show.tsx'
import { showDeskPage } from '#web/test-kit/show-desk.tsx'
import { deskAccount, sampleMoment, sampleNote, timelineLine } from '#web/test-kit/values-desk-account.ts'

const open = (given: Partial<DeskAccountValues> = {}, role: OperatorRole = 'helper') =>
  showDeskPage('account', { values: { ...deskAccount, ...given }, role })
const notes = page.getByRole('region', { name: 'Notes' })
const timeline = page.getByRole('region', { name: 'Timeline' })

test('shows what is open and what to do about it; moments show UTC on hover', async () => {
  await open()
  const matters = page.getByRole('region', { name: 'Open' })
  await expect.element(matters).toMatchTextContent('Bill R-1001 of $149.00 is unpaid')
  await expect
    .element(matters.getByRole('link', { name: 'Send a link to pay' }))
    .toHaveAttribute('href', '/desk/accounts/187733/help/?action=pay-link')
  await expect
    .element(timeline.getByText(sampleMoment.text).first())
    .toHaveAttribute('title', sampleMoment.utc)
})

const card: DeskCard = {
  which: 'first',
  name: 'Visa ending in 1111',
  expires: '12/2028',
  added: sampleMoment,
  state: { text: 'Can be charged', tone: 'good' },
  told: [],
}
const cards = page.getByRole('region', { name: 'Cards' })

test('both cards say their state, when they were added, and what the bank told us', async () => {
  const refused = {
    ...card,
    which: 'backup' as const,
    name: 'Mastercard ending in 4444',
    state: { text: 'Refused for good', tone: 'bad' as const },
    told: [{ text: 'Bank: card reported stolen, since', at: sampleMoment }],
  }
  await open({ cards: [card, refused] })
  const backup = cards.getByRole('listitem').nth(1)
  for (const words of [
    'Mastercard ending in 4444 Refused for good',
    `Backup card · expires 12/2028 · added ${sampleMoment.text}`,
    `Bank: card reported stolen, since ${sampleMoment.text}`,
  ])
    await expect.element(backup).toMatchTextContent(words)
  await expect.element(cards).not.toMatchTextContent('no backup card')
  await expectAccessible()
})

test.each([
  ['no backup card', [card], 'There is no backup card.'],
  ['no card', [], 'No card is on file.'],
])('with %s on file, the page says so', async (_, onFile, says) => {
  await open({ cards: onFile })
  await expect.element(cards).toMatchTextContent(says)
})

test.each([
  ['reader', []],
  ['helper', ['See as', 'Help']],
  ['money', ['Access', 'Money', 'See as', 'Help']],
] as const)('a %s is offered what the role allows', async (role, offered) => {
  await open({}, role)
  const links = document.querySelectorAll('.desk-title .desk-toolbar a')
  expect([...links].map(({ textContent }) => textContent)).toEqual(offered)
})

test('a reader sees beside each action which role it needs', async () => {
  await open({}, 'reader')
  const needed = { Access: 'Money', Money: 'Money', 'See as': 'Helper', Help: 'Helper' }
  for (const [name, role] of Object.entries(needed)) {
    const action = page.getByRole('button', { name, exact: true })
    await expect.element(action).toHaveAccessibleDescription(`Needs the role ${role}.`)
  }
  await expect.element(notes).toMatchTextContent('you need the role Helper')
  const people = page.getByRole('region', { name: 'People' })
  await expect.element(people.getByText('Needs the role Helper.').first()).toBeVisible()
  await expectAccessible()
})

test('a reader can read notes, but neither write nor strike them out', async () => {
  await open({}, 'reader')
  await expect.element(notes).toMatchTextContent('Prefers email')
  await expect.element(notes.getByText('Write a note')).not.toBeInTheDocument()
  await expect.element(notes.getByRole('button')).not.toBeInTheDocument()
})

test('after adding a note the next form is empty without an error, and the button keeps the focus', async () => {
  const added = { ...sampleNote, id: 3, words: 'Calls back on Monday' }
  const requests = answerCalls(() => ({ body: { data: { notes: [added, sampleNote] } } }))
  await open()
  await notes.getByText('Write a note').click()
  const field = notes.getByLabelText('Note', { exact: true })
  await field.fill('Calls back on Monday')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect.element(notes.getByText('The note is added.')).toBeVisible()
  await expect.element(notes.getByText('Calls back on Monday')).toBeVisible()
  await expect.element(field).toHaveValue('')
  await expect.element(field).not.toHaveAttribute('aria-invalid')
  await expect.element(notes.getByRole('button', { name: 'Add note' })).toHaveFocus()
  expect(requests).toMatchObject([
    { path: '/desk/api/accounts/187733/notes/', body: { words: 'Calls back on Monday' } },
  ])
  await expectAccessible()
})

test('resending a note keeps its key; a changed text gets a new one', async () => {
  const requests = answerCalls(() => 'lost')
  await open()
  await notes.getByText('Write a note').click()
  const send = notes.getByRole('button', { name: 'Add note' })
  const field = notes.getByLabelText('Note', { exact: true })
  for (const words of ['Once', 'Once', 'Twice']) {
    const before = requests.length
    await field.fill(words)
    await send.click()
    await expect.poll(() => requests.length).toBe(before + 1)
    await expect.element(notes.getByRole('alert')).toBeVisible()
  }
  const [first, again, other] = requests.map(({ body }) => body.key)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('a note that is struck out stays readable, and the page says so with the focus', async () => {
  const struck = { ...sampleNote, struck: { by: 'Hanna Helper', at: sampleMoment } }
  const requests = answerCalls(() => ({ body: { data: { notes: [struck] } } }))
  await open()
  await notes.getByRole('button', { name: 'Strike out the note: Prefers email' }).click()
  await expect.element(notes.getByText('The note is struck out.')).toHaveFocus()
  await expect.element(notes.getByRole('deletion')).toMatchTextContent('Prefers email')
  expect(requests).toMatchObject([{ body: { note_id: 2 } }])
})

test('a link toggles each kind of the timeline', async () => {
  await open({ timeline: { ...deskAccount.timeline, kinds: ['money'] } })
  const kind = (name: string) => timeline.getByRole('link', { name, exact: true })
  await expect.element(kind('Charges and bills')).toHaveAttribute('aria-current', 'true')
  await expect.element(kind('Charges and bills')).toHaveAttribute('href', '/desk/accounts/187733/#timeline')
  await expect
    .element(kind('Emails'))
    .toHaveAttribute('href', '/desk/accounts/187733/?kinds=money,mail#timeline')
})

test('older lines are added in place and the first one gets the focus; the link is also a page', async () => {
  const older: TimelinePart = {
    lines: [timelineLine('0', 'The account was opened')],
    kinds: [],
    older: null,
    isNewest: false,
  }
  const requests = answerCalls(() => ({ body: { data: older } }))
  await open({ timeline: { ...deskAccount.timeline, older: 'line-1' } })
  const link = timeline.getByRole('link', { name: 'Show older' })
  await expect.element(link).toHaveAttribute('href', '/desk/accounts/187733/?kinds=&before=line-1#timeline')
  await link.click()
  await expect.element(timeline.getByRole('listitem').nth(2)).toHaveFocus()
  await expect.element(timeline.getByRole('listitem').nth(2)).toMatchTextContent('The account was opened')
  await expect.element(timeline.getByRole('status')).toMatchTextContent('1 older lines were added.')
  await expect.element(link).not.toBeInTheDocument()
  await expect.element(timeline.getByRole('link', { name: 'Show the newest' })).not.toBeInTheDocument()
  expect(requests[0]?.path).toBe('/desk/api/accounts/187733/timeline/?before=line-1&kinds=')
})

test('a page of older lines links back to the newest', async () => {
  await open({ timeline: { ...deskAccount.timeline, isNewest: false } })
  await expect
    .element(timeline.getByRole('link', { name: 'Show the newest' }))
    .toHaveAttribute('href', '/desk/accounts/187733/#timeline')
})

const bill = {
  number: 'R-1001',
  tag: { text: 'Open', tone: 'warn' as const },
  facts: [{ name: 'Issued', value: 'March 15, 2026' }],
  billedTo: ['Whitfield Realty', 'Account number 187733'],
  totalCents: 14_900,
  note: 'The same as last month.',
  lines: [{ label: 'Triple line dialer', quantity: 1, unitCents: 14_900, cents: 14_900 }],
  less: [],
}

test('a bill shows lines, payments, notes, its PDF, and why an action is unavailable', async () => {
  await showDeskPage('bill', {
    values: {
      account: { number: '187733', company: 'Whitfield Realty' },
      bill,
      offers: [
        { text: 'Send a pay link', href: '/desk/accounts/187733/help/?action=pay-link', why: null },
        { text: 'Waive', href: '/desk/accounts/187733/money/', why: 'The bank has not answered yet.' },
      ],
      payments: [
        {
          key: 1,
          at: sampleMoment,
          cents: 14_900,
          tag: { text: 'Declined', tone: 'bad' },
          more: 'Bank: Insufficient funds',
        },
      ],
      notes: [],
    },
    role: 'money',
  })
  await expect
    .element(page.getByRole('link', { name: 'Download PDF' }))
    .toHaveAttribute('href', '/desk/accounts/187733/bills/R-1001/bill.pdf')
  await expect
    .element(page.getByRole('region', { name: 'Lines' }))
    .toMatchTextContent(/Triple line dialer.*\$149/)
  await expect.element(page.getByText('Nothing of this bill was given back.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Send a pay link' })).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Waive' }))
    .toHaveAccessibleDescription('The bank has not answered yet.')
  await expectAccessible()
})
