import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { field } from './field.ts'
import { checksOf, demandsOf, type FormRule, requestedBy } from './form-rules.ts'
import * as messages from './rule-messages.ts'
import { checkbox, formChecks, optionalText, text } from './schema.ts'

const differ = 'They differ.'
const choose = 'Choose one.'
const rules: FormRule[] = [
  { kind: 'same', fields: ['email', 'again'], message: differ },
  { kind: 'atLeastOne', ticks: ['mail', 'phone'], shownAt: 'channels', message: choose },
  { kind: 'askedIf', tick: 'phone', fields: ['hour'] },
  { kind: 'askedUnless', tick: 'usual', fields: ['street', 'city'] },
  {
    kind: 'holds',
    shownAt: 'city',
    message: 'Not there.',
    holds: ({ street, city }) => street !== 'Elm Street' || city === 'Mobile',
  },
]

/** As the form kit represents them. */
const good = {
  email: 'a@example.com',
  again: 'a@example.com',
  mail: 'true',
  phone: 'false',
  hour: '',
  usual: 'true',
  street: '',
  city: '',
}

describe('rules over several fields, in a form', () => {
  const check = checksOf(rules)
  const asks = requestedBy(rules)

  test('report nothing when all is well', () => {
    expect(check(good)).toEqual({})
  })

  test('report a mismatch at the second of two repeated fields [VAL-30]', () => {
    expect(check({ ...good, again: 'b@example.com' })).toEqual({ again: differ })
    expect(check({ ...good, email: 'b@example.com' })).toEqual({ again: differ })
  })

  test('show the error of unchecked boxes at the given field', () => {
    expect(check({ ...good, mail: 'false' })).toEqual({ channels: choose })
    expect(check({ ...good, mail: 'false', phone: 'true', hour: 'Noon' })).toEqual({})
  })

  test('ask for a field, and require it, only if a checkbox is set', () => {
    expect(asks('hour', good)).toBe(false)
    expect(asks('hour', { ...good, phone: 'true' })).toBe(true)
    expect(check({ ...good, phone: 'true' })).toEqual({ hour: messages.required })
  })

  test('or unless it is set', () => {
    const elsewhere = { ...good, usual: 'false' }
    expect(asks('street', good)).toBe(false)
    expect(asks('street', elsewhere)).toBe(true)
    expect(check(elsewhere)).toEqual({ street: messages.required, city: messages.required })
  })

  test('ask for every field that no rule names', () => {
    expect(asks('email', good)).toBe(true)
    expect(asks('anything', good)).toBe(true)
  })

  test('show one message per field, from the first rule that fails', () => {
    const elm = { ...good, usual: 'false', street: 'Elm Street' }
    expect(check(elm)).toEqual({ city: messages.required })
    expect(check({ ...elm, city: 'Boston' })).toEqual({ city: 'Not there.' })
    expect(check({ ...elm, city: 'Mobile' })).toEqual({})
  })
})

describe('the same rules, in a body', () => {
  const shape = {
    name: text(field('Name', { required: true })),
    email: text(field('Email', { required: true })),
    again: text(field('Again', {})),
    mail: checkbox(),
    phone: checkbox(),
    hour: optionalText(field('Hour', { required: true })),
    usual: checkbox(),
    street: optionalText(field('Street', { required: true })),
    city: optionalText(field('City', { required: true })),
  }
  const body = { name: 'Dana', ...good, mail: true, phone: false, usual: true }
  const always = z.object(shape).check(...formChecks(rules))
  const last = z.object(shape).check(...formChecks(rules, 'once fields are right'))

  const said = (schema: z.ZodMiniType, sent: object) =>
    schema.safeParse(sent).error?.issues.map(({ path, message }) => [path[0], message])

  test('read checkboxes as they arrive on the wire', () => {
    expect(said(always, body)).toBeUndefined()
    expect(said(always, { ...body, mail: '1', usual: 'true' })).toBeUndefined()
    expect(said(always, { ...body, mail: false, usual: false })).toEqual([
      ['channels', choose],
      ['street', messages.required],
      ['city', messages.required],
    ])
  })

  test('keep their own order, even while another field is wrong', () => {
    expect(said(always, { ...body, name: '', again: 'x', phone: true })).toEqual([
      ['name', messages.required],
      ['again', differ],
      ['hour', messages.required],
    ])
  })

  test('skip a field that is already wrong, as in a form: one message per field', () => {
    const required = z.object({ ...shape, again: text(field('Again', { required: true })) })
    expect(said(required.check(...formChecks(rules)), { ...body, again: '' })).toEqual([
      ['again', messages.required],
    ])
    expect(said(always, { ...body, usual: false, street: 'Elm Street' })).toEqual([
      ['city', messages.required],
    ])
  })

  test('or wait until every field is valid', () => {
    expect(said(last, { ...body, name: '', again: 'x', phone: true })).toEqual([['name', messages.required]])
    expect(said(last, { ...body, again: 'x', phone: true })).toEqual([
      ['again', differ],
      ['hour', messages.required],
    ])
  })

  test('have one condition for each field with a message', () => {
    expect(demandsOf(rules).map(({ shownAt }) => shownAt)).toEqual([
      'again',
      'channels',
      'hour',
      'street',
      'city',
      'city',
    ])
  })
})
