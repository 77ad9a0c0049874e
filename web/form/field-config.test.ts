import { describe, expect, test } from 'vitest'
import * as signUpFields from '#contract/features/sign-up/fields.ts'
import * as personFields from '#contract/fields/person.ts'
import { complaintAbout, configOf, writtenValue } from './field-config.ts'

describe('the config of a field', () => {
  test('has exactly the specified keys [FRM-01]', () => {
    const config = configOf(signUpFields.industry)
    expect(Object.keys(config).sort()).toEqual(
      [
        'doNotCopyPast',
        'elementConfig',
        'elementType',
        'error',
        'label',
        'touched',
        'valid',
        'validation',
        'value',
      ].sort(),
    )
    expect(Object.keys(config.elementConfig).sort()).toEqual(['options', 'type'])
    expect(config.elementConfig.options[0]).toEqual({ value: 'Real Estate', displayValue: 'Real Estate' })
  })

  test('starts untouched and without an error [FRM-02]', () => {
    expect(configOf(personFields.email)).toMatchObject({ value: '', touched: false, error: '' })
  })

  test.each([
    ['a choice', signUpFields.industry, 'select', 'text'],
    ['the terms', signUpFields.terms, 'checkbox', 'text'],
    ['an email', personFields.email, 'input', 'email'],
    ['a phone', personFields.mobilePhone, 'input', 'tel'],
    ['a password', signUpFields.accountPassword, 'input', 'password'],
    ['a name', personFields.fullName, 'input', 'text'],
  ] as const)('%s has its kind of element [FRM-01]', (_, field, elementType, type) => {
    expect(configOf(field)).toMatchObject({ elementType, elementConfig: { type } })
  })

  test('the page may override the element and its value', () => {
    const config = configOf(personFields.fullName, {
      elementType: 'textarea',
      value: 'Dana',
      doNotCopyPast: true,
    })
    expect(config).toMatchObject({ elementType: 'textarea', value: 'Dana', doNotCopyPast: true })
  })

  test('a phone is shown formatted and read as digits [VAL-23]', () => {
    const config = configOf(personFields.mobilePhone, { value: '3125550148' })
    expect(config.value).toBe('(312) 555-0148')
    expect(writtenValue(config)).toBe('3125550148')
    expect(complaintAbout(config)).toBeUndefined()
  })

  test('a password is read as typed, other text is trimmed', () => {
    expect(writtenValue(configOf(signUpFields.accountPassword, { value: ' pass ' }))).toBe(' pass ')
    expect(writtenValue(configOf(personFields.fullName, { value: ' Dana ' }))).toBe('Dana')
  })
})
