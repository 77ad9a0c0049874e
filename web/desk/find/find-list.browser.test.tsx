import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FoundRow, FoundValues } from '#contract/desk/find.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible, left } from '#web/test-kit/show.tsx'
import { showDeskPage } from '#web/test-kit/show-desk.tsx'

const rowOf = (pin: string, more: Partial<FoundRow> = {}): FoundRow => ({
  key: pin,
  href: `/desk/accounts/${pin}/`,
  title: 'Whitfield Realty',
  facts: [pin],
  tag: { text: 'Active', tone: 'good' },
  what: 'Email',
  matched: { before: '', hit: 'agent', after: '@example.com' },
  ...more,
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
const two = people(rowOf('204518'), rowOf('187733'))

const box = page.getByRole('combobox', { name: /^Find/ })
const list = page.getByRole('listbox', { name: 'Results' })
const options = list.getByRole('option')
const said = page.getByRole('banner').getByRole('status')
const open = () => showDeskPage('today', { values: { queues: [] }, role: 'reader' })
const answer = (found: FoundValues) => answerCalls(() => ({ body: { data: found } }))

test('results appear under the box on any page; arrow keys choose, Enter opens', async () => {
  answer(two)
  await open()
  await userEvent.keyboard('/')
  await userEvent.keyboard('agent')
  await expect.element(options.first()).toMatchTextContent(/Whitfield Realty.*204518.*Active/)
  await expect.element(said).toMatchTextContent('2 results.')
  await expect.element(box).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect.element(box).toHaveAttribute('aria-activedescendant', options.nth(1).element().id)
  await expect.element(box).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => left).toEqual(['/desk/accounts/187733/'])
})

test('Enter without a choice opens the results page, as does the last option', async () => {
  answer(two)
  await open()
  await box.fill('agent')
  await expect.element(options).toHaveLength(3)
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')
  await expect.poll(() => left).toEqual(['/desk/find/?q=agent'])
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(options.last()).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => left).toEqual(['/desk/find/?q=agent', '/desk/find/?q=agent'])
})

test('a click opens a result, and results without a page are not offered', async () => {
  answer(people(rowOf('204518', { href: null }), rowOf('187733')))
  await open()
  await box.fill('agent')
  await expect.element(options).toHaveLength(2)
  await options.first().click()
  await expect.poll(() => left).toEqual(['/desk/accounts/187733/'])
})

test('Escape and blur close the list; arrow down reopens it without a request', async () => {
  const requests = answer(two)
  await open()
  await box.fill('agent')
  await expect.element(list).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(box).toHaveValue('agent')
  await expect.element(box).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(list).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(list).not.toBeInTheDocument()
  expect(requests).toHaveLength(1)
})

test('fewer than three characters are not searched for', async () => {
  const requests = answer(two)
  await open()
  await box.fill('a b')
  await box.fill('ag')
  await box.fill('age')
  await expect.element(list).toBeVisible()
  expect(requests.map(({ body }) => body.text)).toEqual(['age'])
})

test('a late answer to earlier text never replaces a newer one', async () => {
  const late = Promise.withResolvers<{ body: unknown }>()
  const requests = answerCalls(({ body }) =>
    body.text === 'age' ? late.promise : { body: { data: people(rowOf('204518')) } },
  )
  await open()
  await box.fill('age')
  await expect.poll(() => requests).toHaveLength(1)
  await box.fill('agent')
  await expect.element(said).toMatchTextContent('1 result.')
  late.resolve({ body: { data: nothing } })
  await expect.element(options).toHaveLength(2)
  await expect.element(said).toMatchTextContent('1 result.')
})

test('reports no results, a lost connection and a whole card number', async () => {
  answerCalls(({ body }) =>
    body.text === 'lost' ? 'lost' : { body: { data: { ...nothing, wasCardNumber: body.text !== 'zzyzxq' } } },
  )
  await open()
  await box.fill('zzyzxq')
  await expect.element(said).toMatchTextContent('Nothing found.')
  await box.fill('lost')
  await expect.element(page.getByRole('banner').getByRole('alert')).toBeVisible()
  await expectAccessible()
  await box.fill('4111 1111 1111 1111')
  await expect.element(page.getByText(/^That was a whole card number\./)).toBeVisible()
  await expect.element(page.getByRole('banner').getByRole('alert')).not.toBeInTheDocument()
})
