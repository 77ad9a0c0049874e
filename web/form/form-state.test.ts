import { describe, expect, test } from 'vitest'
import * as signUpFields from '#contract/features/sign-up/fields.ts'
import * as signUpMessages from '#contract/features/sign-up/messages.ts'
import * as cardFields from '#contract/fields/card.ts'
import * as personFields from '#contract/fields/person.ts'
import { checksOf, requestedBy } from '#contract/wire/form-rules.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { configOf } from './field-config.ts'
import { type FormAction, isFormValid, reduceForm, startState } from './form-state.ts'
import { type FormRules, valuesOf } from './judge-fields.ts'

const start = {
  email: configOf(personFields.email),
  confirmEmail: configOf(signUpFields.confirmEmail),
  phone: configOf(personFields.officePhone),
  other: configOf(signUpFields.howHeardOther),
  isOther: configOf({ label: 'Other', validation: {} }, { elementType: 'checkbox' }),
}
type Name = keyof typeof start
const rules: FormRules<Name> = {
  checks: checksOf<Name>([
    { kind: 'same', fields: ['email', 'confirmEmail'], message: signUpMessages.emailsDiffer },
  ]),
  isAsked: requestedBy<Name>([{ kind: 'askedIf', tick: 'isOther', fields: ['other'] }]),
}

function stateAfter(...actions: FormAction<Name>[]) {
  return actions.reduce((state, action) => reduceForm(state, action, rules), startState(start, rules))
}

function changed(name: Name, value: string) {
  return { kind: 'changed', name, value } as const
}

describe('the state of a form', () => {
  test('at first every field is untouched and validated silently [FRM-02]', () => {
    const { fields } = stateAfter()
    expect(fields.email).toMatchObject({ touched: false, valid: false, error: ruleMessages.required })
    expect(fields.phone).toMatchObject({ touched: false, valid: true, error: '' })
  })

  test('each change touches the field and validates it [FRM-02, FRM-03]', () => {
    expect(stateAfter(changed('email', 'd')).fields.email).toMatchObject({
      touched: true,
      valid: false,
      error: ruleMessages.isEmail,
    })
    expect(stateAfter(changed('email', 'd'), changed('email', 'd@example.com')).fields.email).toMatchObject({
      touched: true,
      valid: true,
      error: '',
    })
    expect(stateAfter(changed('email', 'd'), changed('email', '')).fields.email.error).toBe(
      ruleMessages.required,
    )
  })

  test('a change leaves other fields untouched', () => {
    expect(stateAfter(changed('email', 'd')).fields.phone.touched).toBe(false)
  })

  test('a rule over two fields follows either of them [VAL-30]', () => {
    const same = stateAfter(changed('email', 'd@example.com'), changed('confirmEmail', 'd@example.com'))
    expect(same.fields.confirmEmail.valid).toBe(true)
    const differ = reduceForm(same, changed('email', 'e@example.com'), rules)
    expect(differ.fields.confirmEmail).toMatchObject({ valid: false, error: signUpMessages.emailsDiffer })
    expect(differ.fields.email.valid).toBe(true)
    expect(reduceForm(differ, changed('email', 'd@example.com'), rules).fields.confirmEmail.valid).toBe(true)
  })

  test("a field's own rule comes before a rule over two fields", () => {
    const { confirmEmail } = stateAfter(
      changed('email', 'd@example.com'),
      changed('confirmEmail', 'x'),
    ).fields
    expect(confirmEmail.error).toBe(ruleMessages.isEmail)
  })

  test('a field that is not requested is not validated', () => {
    expect(stateAfter().fields.other.valid).toBe(true)
    expect(stateAfter(changed('isOther', 'true')).fields.other.valid).toBe(false)
    expect(stateAfter(changed('isOther', 'true'), changed('isOther', 'false')).fields.other.valid).toBe(true)
  })

  test('text typed before hydration is kept and validated, without showing errors', () => {
    const state = stateAfter({ kind: 'found', values: { email: 'half', phone: '3125550148' } })
    expect(state.fields.email).toMatchObject({ value: 'half', valid: false, touched: false })
    expect(state.fields.phone.value).toBe('(312) 555-0148')
  })

  test('a refusal rendered with the page is still there once it is hydrated', () => {
    const state = startState(start, rules, { email: ['We know this email.'] })
    const hydrated = reduceForm(state, { kind: 'found', values: { email: '', phone: '' } }, rules)
    expect(hydrated.fields.email).toMatchObject({ valid: false, touched: true, error: 'We know this email.' })
  })

  test('a draft fills only fields that the person has not changed', () => {
    const draft = { email: 'draft@example.com', phone: '3125550148' }
    const state = stateAfter(changed('email', 'mine'), { kind: 'filled', values: draft, start })
    expect(state.fields.email.value).toBe('mine')
    expect(state.fields.phone.value).toBe('(312) 555-0148')
    expect(state.writes).toBe(1)
  })

  test('submitting an invalid form lists the errors and shows each at its field [FRM-09]', () => {
    const state = stateAfter({ kind: 'submitted', values: { phone: '123' } })
    expect(state.refused).toEqual([
      { name: 'email', message: ruleMessages.required },
      { name: 'confirmEmail', message: ruleMessages.required },
      { name: 'phone', message: ruleMessages.minLength(10) },
    ])
    expect(state.fields.email.touched).toBe(true)
    expect(state.fields.other.touched).toBe(false)
    expect(state.refusals).toBe(1)
    expect(isFormValid(state)).toBe(false)
  })

  test('submitting a valid form clears earlier errors', () => {
    const values = { email: ' d@example.com ', confirmEmail: 'd@example.com' }
    const state = stateAfter({ kind: 'refused', errors: 'No.' }, { kind: 'submitted', values })
    expect(state).toMatchObject({ refused: [], general: [] })
    expect(isFormValid(state)).toBe(true)
    expect(valuesOf(state.fields)).toMatchObject({ email: 'd@example.com', isOther: 'false', phone: '' })
  })

  test('server errors mark the named fields as wrong and all others as right [FRM-04, FRM-08]', () => {
    const { fields, refused } = stateAfter(changed('email', 'bad'), {
      kind: 'refused',
      errors: { confirmEmail: ['First.', 'Second.'] },
    })
    expect(fields.confirmEmail).toMatchObject({ valid: false, touched: true, error: 'First. Second.' })
    expect(fields.email).toMatchObject({ valid: true, error: '' })
    expect(refused).toEqual([{ name: 'confirmEmail', message: 'First. Second.' }])
  })

  test("a change clears only that field's server error", () => {
    const errors = { email: ['Taken.'], phone: ['Nobody answers.'] }
    const { fields } = stateAfter({ kind: 'refused', errors }, changed('email', 'd@example.com'))
    expect(fields.email.valid).toBe(true)
    expect(fields.phone).toMatchObject({ valid: false, error: 'Nobody answers.' })
  })

  test('errors of unknown fields and plain messages belong to the form [FRM-05]', () => {
    expect(stateAfter({ kind: 'refused', errors: { pin: ['Choose.', 'Now.'] } }).general).toEqual([
      'Choose. Now.',
    ])
    expect(stateAfter({ kind: 'refused', errors: 'No.' })).toMatchObject({ general: ['No.'], refused: [] })
    expect(stateAfter({ kind: 'refused', errors: { constructor: ['No.'] } }).general).toEqual(['No.'])
  })

  test('an error of a hidden field includes its name', () => {
    expect(stateAfter({ kind: 'refused', errors: { other: ['Too long.'] } }).general).toEqual([
      'Other: Too long.',
    ])
  })

  test('grouped errors are unpacked', () => {
    const errors = { emails_form: { email: ['Taken.'] }, customer_form: { phone: ['Gone.'] } }
    const { fields, general } = stateAfter({ kind: 'refused', errors })
    expect([fields.email.error, fields.phone.error, general]).toEqual(['Taken.', 'Gone.', []])
  })

  test('an error about one field leaves the others alone', () => {
    const state = stateAfter(changed('phone', '1'), {
      kind: 'complained',
      name: 'email',
      message: 'Taken.',
      isAnswer: false,
    })
    expect(state.fields.email).toMatchObject({ valid: false, touched: true, error: 'Taken.' })
    expect(state.fields.phone.valid).toBe(false)
    expect(state.refusals).toBe(0)
  })

  test('repeating the same refusal announces it again', () => {
    expect(stateAfter({ kind: 'refused', errors: 'No.' }, { kind: 'refused', errors: 'No.' }).refusals).toBe(
      2,
    )
  })
})

describe('a form whose page is left', () => {
  const withSecrets = {
    email: configOf(personFields.email),
    password: configOf(signUpFields.accountPassword),
    first_question_answer: configOf(signUpFields.firstQuestionAnswer),
    number: configOf(cardFields.cardNumber),
    cvv: configOf(cardFields.cvv, { type: 'text' }),
    expiration_date_0: configOf(cardFields.expirationMonth),
  }

  test('keeps what was typed and clears secrets, without showing errors', () => {
    const values = {
      email: 'dana@example.com',
      password: 'correct horse 7',
      first_question_answer: 'Peoria',
      number: '4111-1111-1111-1111',
      cvv: '123',
      expiration_date_0: '12',
    }
    const filled = reduceForm(startState(withSecrets, {}), { kind: 'submitted', values }, {})
    const left = reduceForm(filled, { kind: 'left' }, {})
    const nothing = { password: '', first_question_answer: '', number: '', cvv: '', expiration_date_0: '' }
    expect(valuesOf(left.fields)).toEqual({ email: 'dana@example.com', ...nothing })
    expect(left.fields.password).toMatchObject({ touched: false, valid: false })
    expect(left.writes).toBe(filled.writes + 1)
  })

  test('stays unchanged if there is nothing to clear', () => {
    const empty = startState(withSecrets, {})
    expect(reduceForm(empty, { kind: 'left' }, {})).toBe(empty)
  })
})
