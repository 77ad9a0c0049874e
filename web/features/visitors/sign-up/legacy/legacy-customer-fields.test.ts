import { expect, test } from 'vitest'
import { startChoices } from '#contract/features/sign-up/legacy-choices.ts'
import * as signUpMessages from '#contract/features/sign-up/messages.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { buyerOf, checkLegacyCustomer, isLegacyCustomerRequested, isSameLegacyCustomer } from './progress.ts'
import { type LegacyCustomerValues, legacyCustomerBody, legacyCustomerFields } from './use-later-steps.ts'

const blank = Object.fromEntries(
  Object.entries(legacyCustomerFields([])).map(([name, { value }]) => [name, value]),
) as LegacyCustomerValues
const dana = {
  ...blank,
  first_name: 'Dana',
  last_name: 'Whitfield',
  mobile_phone: '3125550148',
  address: '12 Lake Street',
  city: 'Evanston',
  state: 'IL',
  zip_code: '60201',
  password: 'password1',
  password2: 'password1',
  coach: 'true',
}

test('needs at least one source, details only for Other, and matching passwords [L4-27, L4-28]', () => {
  expect(checkLegacyCustomer(dana)).toEqual({})
  expect(checkLegacyCustomer({ ...dana, coach: 'false', password2: 'other' })).toEqual({
    how_heard: signUpMessages.chooseAtLeastOne,
    password2: ruleMessages.passwordsDiffer,
  })
  expect(isLegacyCustomerRequested('other', dana)).toBe(false)
  expect(isLegacyCustomerRequested('other', { ...dana, other_checkbox: 'true' })).toBe(true)
})

test('the conversion carries each given phone [PAY-03]', () => {
  const buyer = {
    email: 'dana@example.com',
    first_name: 'Dana',
    last_name: 'Whitfield',
    address: '12 Lake Street',
    city: 'Evanston',
    state: 'IL',
    postal_code: '60201',
  }
  expect(buyerOf('dana@example.com', dana)).toEqual({ ...buyer, phones: ['3125550148'] })
  expect(buyerOf('dana@example.com', { ...dana, phone: '3125550149' })).toEqual({
    ...buyer,
    phones: ['3125550148', '3125550149'],
  })
})

test('checkboxes are sent as booleans, the question above them not at all', () => {
  const offer = {
    show_rl_alert_popup: true,
    show_nhs_alert_popup: true,
    show_pfcl_alert_popup: true,
    mls: [],
  }
  const body = legacyCustomerBody({ ...startChoices(), email: 'dana@example.com' }, offer, dana)
  expect(body).toMatchObject({
    email: 'dana@example.com',
    coach: true,
    broker: false,
    time_zone: 'US/Eastern',
  })
  expect(body).not.toHaveProperty('how_heard')
  expect(body).not.toHaveProperty('call_me_feature_count')
})

test('step four counts as unchanged, whatever its hidden fields contain', () => {
  expect(isSameLegacyCustomer(undefined, dana)).toBe(false)
  expect(isSameLegacyCustomer(dana, { ...dana, other: 'A podcast' })).toBe(true)
  expect(isSameLegacyCustomer(dana, { ...dana, city: 'Peoria' })).toBe(false)
})
