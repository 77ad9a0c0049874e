import { describe, expect, test } from 'vitest'
import * as fields from '#contract/fields/person.ts'
import { complaintAbout, configOf, writtenValue } from './field-config.ts'

describe('the config of a field', () => {
  test('has exactly the keys of the specification [FRM-01]', () => {
    const config = configOf(fields.industry)
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

  test('starts untouched and without a complaint [FRM-02]', () => {
    expect(configOf(fields.email)).toMatchObject({ value: '', touched: false, error: '' })
  })

  test.each([
    ['a choice', fields.industry, 'select', 'text'],
    ['the terms', fields.terms, 'checkbox', 'text'],
    ['an email', fields.email, 'input', 'email'],
    ['a phone', fields.mobilePhone, 'input', 'tel'],
    ['a password', fields.accountPassword, 'input', 'password'],
    ['a name', fields.fullName, 'input', 'text'],
  ] as const)('%s is asked for by its kind of element [FRM-01]', (_, field, elementType, type) => {
    expect(configOf(field)).toMatchObject({ elementType, elementConfig: { type } })
  })

  test('the page may ask for it in another way', () => {
    const config = configOf(fields.fullName, { elementType: 'textarea', value: 'Dana', doNotCopyPast: true })
    expect(config).toMatchObject({ elementType: 'textarea', value: 'Dana', doNotCopyPast: true })
  })

  test('a phone is shown in its form and read as digits [VAL-23]', () => {
    const config = configOf(fields.mobilePhone, { value: '3125550148' })
    expect(config.value).toBe('(312) 555-0148')
    expect(writtenValue(config)).toBe('3125550148')
    expect(complaintAbout(config)).toBeUndefined()
  })

  test('a password is read as it is typed, other text without its blank ends', () => {
    expect(writtenValue(configOf(fields.accountPassword, { value: ' pass ' }))).toBe(' pass ')
    expect(writtenValue(configOf(fields.fullName, { value: ' Dana ' }))).toBe('Dana')
  })
})
