import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SharedDialer } from '#contract/features/people.ts'
import type { PageValues } from '#contract/page-values.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { dana, marcus, ownerOfActive } from '#web/test-kit/values-account.ts'

const ann = { ...marcus, id: 13, name: 'Ann Roe' }
const first: SharedDialer = {
  item: 'triple',
  place: 1,
  name: 'Triple line dialer 1',
  people: [{ id: dana.id, name: dana.name }],
  ends: '',
}
const second: SharedDialer = {
  ...first,
  place: 2,
  name: 'Triple line dialer 2',
  people: [{ id: ann.id, name: ann.name }],
}
const both = [
  { id: ann.id, name: ann.name },
  { id: marcus.id, name: marcus.name },
]
const values: PageValues['people'] = {
  ...ownerOfActive,
  people: [dana, marcus, ann],
  seats: 4,
  dialers: [first, second],
  isPlanOnHold: false,
}
const tile = () => page.getByRole('region', { name: 'Dialers', exact: true })
const row = (name: string) => tile().getByRole('row').filter({ hasText: name })
const dialog = () => page.getByRole('dialog')
const answerWith = (...dialers: SharedDialer[]) => ({
  body: { data: { people: values.people, seats: 4, dialers } },
})

test('sharing a dialer with somebody shows on its tile', async () => {
  const requests = answerCalls(() => answerWith(first, { ...second, people: both }))
  await showPage('people', { values })
  await expect.element(tile()).toMatchTextContent('while one of them is dialing, the others have to wait')
  await page.getByRole('button', { name: 'Share Triple line dialer 2' }).click()
  await expect
    .element(dialog())
    .toMatchTextContent('Ann Roe has it now and will share it. Only one of them can dial at a time.')
  await dialog().getByRole('button', { name: 'Share' }).click()
  await expect
    .element(dialog().getByLabelText('Person'))
    .toHaveAccessibleDescription(/This field is required$/)
  await dialog().getByLabelText('Person').selectOptions('Marcus Bell')
  await expectAccessible()
  await expectFits()
  await dialog().getByRole('button', { name: 'Share' }).click()
  await expect
    .element(tile().getByRole('status'))
    .toHaveTextContent('Marcus Bell now has Triple line dialer 2.')
  await expect.element(tile().getByRole('status')).toBeInViewport({ ratio: 1 })
  await expect.element(page.getByRole('heading', { name: 'Dialers' })).toHaveFocus()
  await expect.element(row('Triple line dialer 2')).toMatchTextContent('Shared by 2')
  expect(requests[0]?.body).toEqual({ agent_id: marcus.id, item: 'triple', place: 2 })
})

test('warns that a new dialer replaces the current one; a refusal stays in the dialog', async () => {
  answerCalls(() => ({ status: 503, body: { errors: 'We are very busy right now.' } }))
  await showPage('people', { values })
  await page.getByRole('button', { name: 'Share Triple line dialer 1' }).click()
  await dialog().getByLabelText('Person').selectOptions('Ann Roe')
  await expect.element(dialog()).toMatchTextContent('Ann Roe gives up Triple line dialer 2 for it.')
  await dialog().getByRole('button', { name: 'Share' }).click()
  await expect.element(dialog()).toMatchTextContent('We are very busy right now.')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(row('Triple line dialer 2')).toMatchTextContent('Ann Roe')
})

test('a dialer is unassigned, and one that ends shows its last day', async () => {
  answerCalls(() => answerWith(first, { ...second, people: [], ends: 'April 18' }))
  await showPage('people', {
    values: { ...values, dialers: [first, { ...second, people: both, ends: 'April 18' }] },
  })
  await expect.element(row('Triple line dialer 2')).toMatchTextContent('Shared by 2 · Ends on April 18')
  await page.getByRole('button', { name: 'Take Triple line dialer 2 from Ann Roe' }).click()
  await expect
    .element(tile().getByRole('status'))
    .toHaveTextContent('Ann Roe no longer has Triple line dialer 2.')
  await expect.element(page.getByRole('heading', { name: 'Dialers' })).toHaveFocus()
  await expect.element(row('Triple line dialer 2')).toMatchTextContent('Nobody')
})

test('a plan without dialers says so and links to the plan', async () => {
  await showPage('people', { values: { ...values, dialers: [] } })
  await expect.element(tile()).toMatchTextContent('Your plan has no dialers.')
  await expect
    .element(page.getByRole('link', { name: 'Add a dialer to your plan' }))
    .toHaveAttribute('href', '/account/plan/')
})
