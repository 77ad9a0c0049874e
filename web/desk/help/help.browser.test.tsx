import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Action, HelpValues } from '#contract/desk/help.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible } from '#web/test-kit/show.tsx'
import { showDeskPage } from '#web/test-kit/show-desk.tsx'

const ann = {
  id: 31,
  name: 'Ann Agent',
  email: 'agent@example.com',
  role: 'Owner',
  hasJoined: true,
  why: null,
}
const sam = { id: 32, name: 'Sam Lee', email: 'sam@example.com', role: 'User', hasJoined: true, why: null }
const values: HelpValues = {
  number: '204518',
  company: 'Whitfield Realty',
  action: null,
  actions: [],
  people: [],
  person: null,
  contact: null,
  months: null,
  preview: { kind: 'choose' },
}
const open = (given: Partial<HelpValues>) =>
  showDeskPage('help', { values: { ...values, ...given }, role: 'helper' })
const will = (happens: string): HelpValues['preview'] => ({ kind: 'can', happens: [happens] })
const main = page.getByRole('main')

test("a person's actions are links with both ids, and unavailable ones say why", async () => {
  const actions: HelpValues['actions'] = [
    { action: 'sessions', why: null },
    { action: 'hand-over', why: 'This person already owns the account.' },
  ]
  await open({ person: ann, actions })
  await expect.element(page.getByRole('heading', { name: 'What does Ann Agent need?' })).toBeVisible()
  await expect
    .element(main.getByRole('link', { name: 'End sessions' }))
    .toHaveAttribute('href', '/desk/accounts/204518/help/?action=sessions&person=31')
  const handOver = main.getByRole('button', { name: 'Hand the account over to another person' })
  await expect.element(handOver).toHaveAttribute('aria-disabled', 'true')
  await expect.element(handOver).toHaveAccessibleDescription('This person already owns the account.')
  await expect.element(page.getByText('This person already owns the account.')).toBeVisible()
  await expectAccessible()
})

test('without a person the page asks for one', async () => {
  const kim = { ...sam, id: 33, name: 'Kim Doe', why: 'This person has not joined the account yet.' }
  await open({ action: 'sessions', people: [ann, sam, kim] })
  await expect
    .element(main.getByRole('link', { name: 'Sam Lee' }))
    .toHaveAttribute('href', '/desk/accounts/204518/help/?action=sessions&person=32')
  await expect.element(main.getByRole('link', { name: 'Everyone in the account' })).toBeVisible()
  await expect.element(main.getByRole('button', { name: 'Kim Doe' })).toHaveAccessibleDescription(kim.why)
})

test('unavailable actions say why', async () => {
  await open({ action: 'invite', preview: { kind: 'cannot', why: 'Every seat is taken.' } })
  await expect
    .element(page.getByRole('region', { name: 'This cannot be done now' }))
    .toMatchTextContent('Every seat is taken.')
  await expect.element(main.getByRole('button')).not.toBeInTheDocument()
})

test('an action announces its effect, needs a reason, and its outcome takes the focus', async () => {
  const requests = answerCalls(() => ({ body: { data: { done: 'Ann Agent is signed out.' } } }))
  await open({ action: 'sessions', person: ann, preview: will('Ann Agent is signed out: 2 sessions.') })
  await expect
    .element(page.getByRole('region', { name: 'What will happen' }))
    .toMatchTextContent('Ann Agent is signed out: 2 sessions.')
  const send = main.getByRole('button', { name: 'End sessions' })
  await send.click()
  await expect.element(page.getByLabelText('Reason')).toHaveFocus()
  expect(requests).toEqual([])
  await expectAccessible()
  await page.getByLabelText('Reason').fill('They called.')
  await send.click()
  await expect.element(page.getByRole('heading', { name: 'Done' })).toHaveFocus()
  await expect
    .element(page.getByRole('main').getByRole('status'))
    .toMatchTextContent('Ann Agent is signed out.')
  await expectAccessible()
})

test('a refusal is shown, and the form keeps its idempotency key', async () => {
  const told = 'This was already requested. The second factor will be removed on March 19.'
  const requests = answerCalls(() => ({ status: 400, body: { errors: told } }))
  await open({ action: 'recovery', person: ann, preview: will('It is removed after 24 hours.') })
  await page.getByLabelText('Reason').fill('They called again.')
  const send = main.getByRole('button', { name: /^Remove a lost second factor/ })
  await send.click()
  await expect.element(page.getByRole('alert').filter({ hasText: told })).toBeVisible()
  await expectAccessible()
  await send.click()
  await expect.poll(() => requests).toHaveLength(2)
  expect(requests[1]?.body.key).toBe(requests[0]?.body.key)
})

const sent: [Action, Partial<HelpValues>, string, object][] = [
  ['email-works', { person: ann }, 'email-works', { agent_id: 31 }],
  ['email-works', { contact: { email: 'books@example.com', why: null } }, 'email-works', {}],
  ['unlock', { person: ann }, 'unlock', { agent_id: 31 }],
  ['sessions', { person: ann }, 'sessions', { agent_id: 31 }],
  ['sessions', {}, 'sessions', {}],
  ['reset-link', { person: ann }, 'reset-link', { agent_id: 31 }],
  ['pay-link', {}, 'pay-link', {}],
  ['recovery', { person: ann }, 'recovery', { agent_id: 31 }],
  ['invite', {}, 'invite', { email: 'new@example.com' }],
  ['hand-over', { person: sam }, 'hand-over', { agent_id: 32 }],
  ['withdraw-hand-over', {}, 'withdraw-hand-over', {}],
  ['invitation', { person: sam }, 'invitation', { agent_id: 32 }],
  ['cancel', {}, 'cancel', { why: 'Other', ends_on: '2026-12-15', caller: 'Ann' }],
  ['undo-cancel', {}, 'undo-cancel', { caller: 'Ann' }],
  ['hold', { months: 2 }, 'hold', { months: 2, from: '2026-12-15', held_cents: 4_900, caller: 'Ann' }],
  ['end-hold', {}, 'end-hold', { caller: 'Ann' }],
]

test.each(sent)('%s sends what was chosen and typed: case %#', async (action, given, path, body) => {
  const requests = answerCalls(() => ({ body: { data: { done: 'It is done.' } } }))
  const shown = { ends_on: '2026-12-15', from: '2026-12-15', held_cents: 4_900 }
  await open({ action, preview: { kind: 'can', happens: ['Something.'], shown }, ...given })
  if (action === 'invite') await page.getByLabelText('Email').fill('new@example.com')
  if ('why' in body) await page.getByLabelText('Why do they want to cancel?').selectOptions('Other')
  if ('caller' in body) await page.getByLabelText('Who is calling').fill('Ann')
  await page.getByLabelText('Reason').fill('They called.')
  await main.getByRole('button').click()
  await expect.element(page.getByText('It is done.')).toBeVisible()
  const { key, ...rest } = requests[0]?.body ?? {}
  expect(requests[0]?.path).toBe(`/desk/api/accounts/204518/help/${path}/`)
  expect(rest).toEqual({ ...body, reason: 'They called.' })
  expect(key).toMatch(/^[\da-f-]{36}$/)
})
