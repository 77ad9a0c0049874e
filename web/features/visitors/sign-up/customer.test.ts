import { expect, test } from 'vitest'
import { regionsIn } from '#contract/catalogue/regions.ts'
import { judgeAll, judgeChanges, mapFields } from '#web/form/judge-fields.ts'
import { buyerOf, type CustomerName, checkCustomer, customerFields } from './new-wizard.ts'

const REQUIRED = 'This field is required'
const ZIP = 'Enter a valid zip code'
const PROHIBITED = 'This phone is prohibited'
const fields = customerFields(regionsIn(['US', 'CA']))
const long = (length: number) => 'x'.repeat(length)
const emailOf = (length: number) => `${'a'.repeat(length - 12)}@example.com`

/** The message about a field after these changes. */
function messageOf(name: CustomerName, changes: Partial<Record<CustomerName, string>>): string {
  return judgeChanges(fields, changes, { checks: checkCustomer })[name].error
}

test('every field is required except the checkbox [VAL-27, VAL-31, VAL-32, VAL-35]', () => {
  const judged = judgeAll(fields, { checks: checkCustomer })
  const { same_billing_address, ...others } = mapFields(judged, ({ error }) => error)
  expect(same_billing_address).toBe('')
  expect(Object.values(others)).toEqual(Array.from({ length: 17 }, () => REQUIRED))
})

test.each<[CustomerName, ids: string, accepted: string[], refused: [value: string, message: string][]]>([
  ['full_name', '[VAL-20]', [long(59)], [['  ', REQUIRED], most(59)]],
  ['company', '[VAL-21]', [long(255)], [most(255)]],
  [
    'mobile_phone',
    '[VAL-22]',
    ['3125550148', '(312) 555-0148'],
    [
      ['312555014', 'Minimum 10 characters required'],
      ['5555555555', PROHIBITED],
      ['1234567890', PROHIBITED],
      ['3125551212', PROHIBITED],
    ],
  ],
  ['address', '[VAL-25]', [long(60)], [[' ', REQUIRED], most(60)]],
  ['city', '[VAL-26]', [long(60)], [most(60)]],
  [
    'zip_code',
    '[VAL-28]',
    ['60201', '60201-1234', 'K1A0B6', 'K1A 0B6'],
    [
      ['6060', ZIP],
      ['9'.repeat(60), ZIP],
      ['9'.repeat(61), 'Maximum 60 characters required'],
    ],
  ],
  [
    'email',
    '[VAL-29]',
    [emailOf(59)],
    [
      ['dana@', 'Enter a valid email address'],
      [emailOf(60), 'Maximum 59 characters required'],
    ],
  ],
  ['password', '[VAL-33]', ['123456', long(120)], [['12345', 'Minimum 6 characters required'], most(120)]],
  ['password2', '[VAL-33]', [], [['12345', 'Minimum 6 characters required'], most(120)]],
  ['first_question_answer', '[VAL-36]', [long(255)], [most(255)]],
  ['second_question_answer', '[VAL-36]', [long(255)], [most(255)]],
])('%s is validated at its limits %s', (name, _, accepted, refused) => {
  for (const value of accepted) expect(messageOf(name, { [name]: value }), value).toBe('')
  for (const [value, message] of refused) expect(messageOf(name, { [name]: value }), value).toBe(message)
})

test('the repeated email and password must match [VAL-30, VAL-34]', () => {
  const email = 'dana@example.com'
  const differ = 'Your email and confirmation email do not match.'
  expect(messageOf('confirmEmail', { email, confirmEmail: 'dana@' })).toBe('Enter a valid email address')
  expect(messageOf('confirmEmail', { email, confirmEmail: `x${email}` })).toBe(differ)
  expect(messageOf('confirmEmail', { email, confirmEmail: email })).toBe('')
  expect(messageOf('password2', { password: 'abcdef', password2: 'abcdeg' })).toBe(
    'Two password fields don`t match',
  )
  expect(messageOf('password2', { password: 'abcdef', password2: 'abcdef' })).toBe('')
})

test('the lists contain the specified options [NW1-31, ENT-25, ENT-26]', () => {
  const optionsOf = (name: CustomerName) => fields[name].elementConfig.options
  const textsOf = (name: CustomerName) => optionsOf(name).map(({ displayValue }) => displayValue)
  expect(textsOf('industry')).toEqual([
    'Real Estate',
    'Real Estate Investor',
    'Insurance',
    'Financial Services',
    'Mortgage',
    'Advertising/Marketing',
    'Other',
  ])
  expect(textsOf('howDidYouHearAboutUs')).toEqual([
    'Broker',
    'Coach',
    'Friend/Colleague',
    'Facebook Ad',
    'Facebook Group',
    'Google Search',
    'Integration Partner',
    'I am a previous client',
    'Youtube',
    'Other',
  ])
  expect(optionsOf('first_security_question')).toEqual([
    { value: '0', displayValue: 'In what city were you born?' },
    { value: '1', displayValue: 'What is your favorite sports team?' },
    { value: '2', displayValue: "What is your best friend's first name?" },
  ])
  expect(optionsOf('second_security_question')).toEqual([
    { value: '0', displayValue: "What is your mother's maiden name?" },
    { value: '1', displayValue: 'What was your first job?' },
    { value: '2', displayValue: 'What high school did you attend?' },
    { value: '3', displayValue: 'In what year were you married?' },
  ])
  expect(optionsOf('state')).toContainEqual(expect.objectContaining({ value: 'AL', displayValue: 'Alabama' }))
})

test('the conversion splits the full name after its first word [PAY-03]', () => {
  const blank = mapFields(fields, ({ value }) => value)
  const namesOf = (full_name: string) => {
    const { first_name, last_name } = buyerOf({ ...blank, full_name })
    return [first_name, last_name]
  }
  expect(namesOf('Dana Whitfield Moore')).toEqual(['Dana', 'Whitfield Moore'])
  expect(namesOf('Dana')).toEqual(['Dana', ''])
})

function most(length: number): [value: string, message: string] {
  return [long(length + 1), `Maximum ${length} characters required`]
}
