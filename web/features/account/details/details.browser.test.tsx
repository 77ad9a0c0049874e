import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as messages from '#contract/accounts/people-messages.ts'
import { regions } from '#contract/catalogue/regions.ts'
import type { PageValues } from '#contract/page-values.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { ownerOfActive } from '#web/test-kit/values-account.ts'

const address = { address: '12 Pier Road', city: 'Duluth', state: 'MN', zip_code: '55802' }
const details: PageValues['details'] = {
  ...ownerOfActive,
  ownName: { first_name: 'Dana', last_name: 'Whitfield' },
  states: regions,
  accountDetails: { company: 'Harbor Homes', mobile_phone: '2185550100', phone: '', ...address },
  billingDetails: {
    street_address: '',
    locality: '',
    region: '',
    postal_code: '',
    tax_number: '',
    billing_contact: '',
    same_address: true,
  },
  accountAddress: address,
  ownerEmail: 'dana@harbor.example',
  bouncedContact: null,
}
const tile = (name: string) => page.getByRole('region', { name, exact: true })
const saved = (name: string) => tile(name).getByRole('status').last()
const answered = { body: { data: { status: 'saved' } } }

test('“Saved” stays visible until the name is changed again', async () => {
  answerCalls(() => answered)
  await showPage('details', { values: details })
  await tile('Your name').getByLabelText('First name').fill('Bożena')
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  await expect.element(saved('Your name')).toHaveTextContent('Your name is saved.')
  await tile('Your name').getByLabelText('Last name (optional)').fill('Kos')
  await expect.element(saved('Your name')).toBeEmptyDOMElement()
})

test('errors appear at their fields, other values are kept, and the header shows the saved name', async () => {
  const requests = answerCalls(() => answered)
  await showPage('details', { values: details })
  const company = tile('Company')
  await company.getByLabelText('Company').fill('Żółć & Daughters')
  await company.getByLabelText('Zip').fill('1')
  await userEvent.keyboard('{Enter}')
  await expect.element(company.getByLabelText('Zip')).toHaveFocus()
  await expect.element(company.getByLabelText('Zip')).toHaveAccessibleDescription('Enter a valid zip code')
  await expectAccessible()
  expect(requests).toEqual([])
  await company.getByLabelText('Zip').fill('H2X 1Y4')
  await company.getByLabelText('State').selectOptions('QC')
  await expect.element(company.getByLabelText('Province')).toHaveValue('QC')
  await company.getByRole('button', { name: 'Save company' }).click()
  await expect.element(saved('Company')).toMatchTextContent('Your company details are saved.')
  await expect.element(page.getByRole('banner')).toMatchTextContent('Żółć & Daughters · 318204')
  expect(requests.map(({ body }) => Object.keys(body))).toEqual([Object.keys(details.accountDetails ?? {})])
})

test('a failed save says so, keeps what was typed, and works on retry', async () => {
  let isLost = true
  answerCalls(() => (isLost ? 'lost' : answered))
  await showPage('details', { values: details })
  const company = tile('Company')
  await company.getByLabelText('Company').fill('Lost and Found')
  await company.getByRole('button', { name: 'Save company' }).click()
  await expect.element(company.getByRole('alert')).toMatchTextContent('Network Error')
  await expect.element(company.getByLabelText('Company')).toHaveValue('Lost and Found')
  await expect.element(saved('Company')).toBeEmptyDOMElement()
  isLost = false
  await company.getByRole('button', { name: 'Save company' }).click()
  await expect.element(saved('Company')).toMatchTextContent('saved')
})

test('the confirmation of a save is visible, even after Enter in a field of a low window', async () => {
  answerCalls(() => answered)
  await page.viewport(320, 256)
  await showPage('details', { values: details })
  await tile('Your name').getByLabelText('First name').fill('Joan')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Your name is saved.')).toBeInViewport({ ratio: 1 })
})

test('the confirmation of a retry is visible even though the button has moved', async () => {
  let isLost = true
  answerCalls(() => (isLost ? 'lost' : answered))
  await page.viewport(1280, 500)
  await showPage('details', { values: details })
  const company = tile('Company')
  const save = company.getByRole('button', { name: 'Save company' })
  await save.click()
  await expect.element(company.getByRole('alert')).toHaveTextContent('Network Error')
  await expect.element(save).not.toBeInViewport()
  isLost = false
  await userEvent.keyboard('{Enter}')
  await expect.element(company.getByText(/^Your company details are saved\./)).toBeInViewport({ ratio: 1 })
  await page.viewport(1280, 900)
})

test('a separate address, a tax number and a billing contact appear when they are needed', async () => {
  const requests = answerCalls(() => answered)
  await showPage('details', { values: details })
  const bills = tile('On your bills')
  const contact = bills.getByLabelText('Billing contact email (optional)')
  await expect.element(bills.getByLabelText('Billing address')).not.toBeInTheDocument()
  await bills.getByLabelText('Use the company’s address on bills').click()
  await contact.fill('Dana@harbor.example')
  await bills.getByRole('button', { name: 'Save for bills' }).click()
  await expect.element(bills.getByLabelText('Billing address')).toHaveFocus()
  await expect.element(contact).toHaveAccessibleDescription(new RegExp(messages.alreadyGetsInvoices))
  await expectAccessible()
  await bills.getByLabelText('Billing address').fill('1 Ledger Lane')
  await bills.getByLabelText('City').fill('Springfield')
  await bills.getByLabelText('State').selectOptions('IL')
  await bills.getByLabelText('Zip').fill('62701')
  await contact.fill('books@ledger.example')
  await bills.getByRole('button', { name: 'Save for bills' }).click()
  await expect.element(saved('On your bills')).toMatchTextContent('Bills already issued do not change')
  expect(requests[0]?.body).toMatchObject({
    same_address: false,
    street_address: '1 Ledger Lane',
    region: 'IL',
  })
})

test.each([
  ['billing', { accountDetails: null }, 'On your bills', 'Company'],
  ['admin', { billingDetails: null }, 'Company', 'On your bills'],
] as const)(
  'someone with the role %s sees the tile of what they may change',
  async (role, without, shown, other) => {
    await showPage('details', { values: { ...details, role, ...without } })
    await expect.element(tile(shown)).toBeVisible()
    await expect.element(tile(other)).not.toBeInTheDocument()
  },
)
