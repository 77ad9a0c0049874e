import { expect, test } from 'vitest'
import { optionsOfCountries } from '#contract/catalogue/countries.ts'
import { judgeAll, judgeChanges, mapFields } from '#web/form/judge-fields.ts'
import {
  type BillingName,
  billingFields,
  isBillingRequested,
  labelOfBilling,
  startRegionOf,
} from './billing-form.ts'

const REQUIRED = 'This field is required'
const ZIP = 'Enter a valid zip code'
const fields = billingFields(optionsOfCountries(['US', 'CA']), 2026)
const rules = { isAsked: isBillingRequested }
const long = (length: number) => 'x'.repeat(length)

/** The message about a field after these changes. */
function messageOf(name: BillingName, changes: Partial<Record<BillingName, string>>): string {
  return judgeChanges<BillingName>(fields, changes, rules)[name].error
}

test('card, address and terms are required; the country and Alabama are preselected [VAL-43, VAL-45, ENT-27]', () => {
  expect(mapFields(judgeAll(fields, rules), ({ error }) => error)).toEqual({
    number: REQUIRED,
    holder: REQUIRED,
    expiration_date_0: REQUIRED,
    expiration_date_1: REQUIRED,
    cvv: REQUIRED,
    country_code_alpha2: '',
    same_billing_address: '',
    street_address: REQUIRED,
    locality: REQUIRED,
    region: '',
    postal_code: REQUIRED,
    terms_and_conditions: 'Please accept terms and conditions.',
  })
  expect(fields.country_code_alpha2.value).toBe('US')
  expect(fields.region.value).toBe('AL')
  expect(messageOf('region', { region: '' })).toBe(REQUIRED)
})

test.each<[BillingName, ids: string, accepted: string[], refused: [value: string, message: string][]]>([
  ['number', '[VAL-37]', ['4111-1111-1111-1111'], [['41111111111', 'Minimum 14 characters required']]],
  ['holder', '[VAL-39]', [long(60)], [[' ', REQUIRED], most(60)]],
  [
    'cvv',
    '[VAL-40]',
    ['123', '1234'],
    [
      ['12', 'Minimum 3 characters required'],
      ['12345', 'Maximum 4 characters required'],
    ],
  ],
  ['street_address', '[VAL-41]', [long(60)], [most(60)]],
  ['locality', '[VAL-42]', [long(60)], [most(60)]],
  [
    'postal_code',
    '[VAL-44]',
    ['36602', '36602-0001', 'K1A 0B6'],
    [
      ['3660', ZIP],
      ['9'.repeat(32), ZIP],
      ['9'.repeat(33), 'Maximum 32 characters required'],
    ],
  ],
])('%s is validated at its limits %s', (name, _, accepted, refused) => {
  for (const value of accepted) expect(messageOf(name, { [name]: value }), value).toBe('')
  for (const [value, message] of refused) expect(messageOf(name, { [name]: value }), value).toBe(message)
})

test('the address is not requested if it is the same [NW2-03]', () => {
  for (const name of ['street_address', 'locality', 'region', 'postal_code'] as const)
    expect(messageOf(name, { same_billing_address: 'true' })).toBe('')
})

test('months are 1 to 12, years fifteen from this one, countries from the server [VAL-46, VAL-47, VAL-48]', () => {
  const valuesOf = (name: BillingName) => fields[name].elementConfig.options.map(({ value }) => value)
  expect(valuesOf('expiration_date_0')).toEqual(Array.from({ length: 12 }, (_, index) => String(index + 1)))
  expect(valuesOf('expiration_date_1')).toEqual(
    Array.from({ length: 15 }, (_, index) => String(2026 + index)),
  )
  expect(valuesOf('country_code_alpha2')).toEqual(['US', 'CA'])
})

test('Canada has provinces, and none is preselected', () => {
  const blank = mapFields(fields, ({ value }) => value)
  expect(startRegionOf('CA')).toBe('')
  expect(labelOfBilling('region', blank)).toBe('State')
  expect(labelOfBilling('region', { ...blank, country_code_alpha2: 'CA' })).toBe('Province')
})

function most(length: number): [value: string, message: string] {
  return [long(length + 1), `Maximum ${length} characters required`]
}
