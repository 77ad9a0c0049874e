import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FindValues, FoundRow, FoundValues } from '#contract/desk/find.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible, left } from '#web/test-kit/show.tsx'
import { showDeskPage } from '#web/test-kit/show-desk.tsx'

const rowOf = (pin: string, email: string): FoundRow => ({
  key: pin,
  href: `/desk/accounts/${pin}/`,
  title: 'Whitfield Realty',
  facts: [pin, 'Active'],
  tag: null,
  what: 'Email',
  matched: { before: '', hit: email, after: '@example.com' },
})
const nothing: FoundValues = {
  groups: [],
  opens: null,
  isCutShort: false,
  errorNumber: null,
  wasCardNumber: false,
}
const people = (...rows: FoundRow[]): FoundValues => ({
  ...nothing,
  groups: [{ kind: 'person', rows, isMore: false, links: [] }],
})

const box = page.getByRole('searchbox', { name: /^Find/ })
const group = page.getByRole('region', { name: 'People' })
const open = (values: Partial<FindValues> = {}) =>
  showDeskPage('find', { values: { ...nothing, text: '', ...values }, role: 'reader' })
const answer = (found: FoundValues) => answerCalls(() => ({ body: { data: found } }))

test('a slash moves to the search box from anywhere but a field', async () => {
  await open()
  await userEvent.keyboard('/')
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('a/b')
  await expect.element(box).toHaveValue('a/b')
})

test('results follow the typing and show what matched; arrow keys go through them', async () => {
  answer(people(rowOf('204518', 'agent'), rowOf('187733', 'agent')))
  await open()
  await box.fill('agent')
  await expect.element(group.getByText('agent').first()).toBeVisible()
  expect(document.querySelector('mark')?.textContent).toBe('agent')
  await expect.element(page.getByRole('status')).toMatchTextContent('2 results')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(group.getByRole('link').first()).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(group.getByRole('link').last()).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Escape}')
  await expect.element(box).toHaveFocus()
  await expectAccessible()
})

test.each([
  [
    'what the text names',
    { ...people(rowOf('204518', 'a'), rowOf('187733', 'a')), opens: '/desk/accounts/187733/' },
  ],
  ['the only result', people(rowOf('187733', 'a'))],
])('Enter opens %s', async (_, found) => {
  answer(found)
  await open()
  await box.fill('a')
  await expect.element(group).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => left).toEqual(['/desk/accounts/187733/'])
})

test('Enter opens the results page when there are several', async () => {
  answer(people(rowOf('204518', 'agent'), rowOf('187733', 'agent')))
  await open()
  await box.fill('agent')
  await expect.element(group).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => left).toEqual(['/desk/find/?q=agent'])
})

test('says when nothing was found, and explains an error number', async () => {
  answerCalls(({ body }) => ({
    body: { data: { ...nothing, errorNumber: String(body.text).startsWith('0b8a') ? body.text : null } },
  }))
  await open()
  await box.fill('zzyzxq')
  await expect.element(page.getByText(/^Nothing matches “zzyzxq”\./)).toBeVisible()
  await expect.element(page.getByRole('status')).toMatchTextContent('Nothing found')
  await box.fill('0b8a3c1e-5d5f-4c0e-9a53-3f2f8d6f1b22')
  await expect.element(page.getByRole('heading', { name: 'This looks like an error number' })).toBeVisible()
  await expectAccessible()
})

test.each([
  ['4111 11', '?q=4111%2011'],
  ['agent', '?q=agent'],
  ['4111 1111 1111', ''],
  ['agent, 4111 1111 1111', ''],
  ['٤١١١ ١١١١ ١١١١', ''],
])('the url keeps what was typed, and nothing of a card number: “%s”', async (text, search) => {
  answer(nothing)
  await open()
  history.replaceState(null, '', '?q=before')
  await box.fill(text)
  await expect.poll(() => location.search).toBe(search)
})

test('warns about a whole card number', async () => {
  answer({ ...nothing, wasCardNumber: true })
  await open()
  await box.fill('4111 1111 1111 1111')
  await expect.element(page.getByText(/^That was a whole card number\./)).toBeVisible()
  expect(location.search).toBe('')
})

test('a late answer to earlier text never replaces a newer one', async () => {
  const late = Promise.withResolvers<{ body: unknown }>()
  const requests = answerCalls(({ body }) =>
    body.text === 'ag' ? late.promise : { body: { data: people(rowOf('204518', 'agent')) } },
  )
  await open()
  await box.fill('ag')
  await expect.poll(() => requests).toHaveLength(1)
  await box.fill('agent')
  await expect.element(group).toBeVisible()
  late.resolve({ body: { data: nothing } })
  await expect.element(page.getByRole('status')).toMatchTextContent('1 result')
  await expect.element(group).toBeVisible()
})

test('someone signed out while typing is told on the page, without a dialog', async () => {
  answerCalls(() => ({ status: 401, body: { errors: 'You are signed out. Sign in to the desk again.' } }))
  await open()
  await box.fill('whitfield')
  await expect.element(page.getByText('You are signed out. Sign in to the desk again.')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('the list of one kind shows the query and links back to all results', async () => {
  const links = [{ text: 'All results', href: '/desk/find/?q=example' }]
  const { groups } = people(rowOf('204518', 'example'))
  await open({ text: 'example', groups: groups.map((one) => ({ ...one, isMore: true, links })) })
  await expect.element(box).toHaveValue('example')
  await expect.element(group).toMatchTextContent('The first 1 are shown.')
  await expect
    .element(group.getByRole('link', { name: 'All results' }))
    .toHaveAttribute('href', '/desk/find/?q=example')
})

test('arrow keys move through the results as soon as their page is open', async () => {
  await open({ text: 'agent', ...people(rowOf('204518', 'agent'), rowOf('187733', 'agent')) })
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(group.getByRole('link').first()).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(group.getByRole('link').last()).toHaveFocus()
})
