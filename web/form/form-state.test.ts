import { describe, expect, test } from 'vitest'
import * as signUpFields from '#contract/features/sign-up/fields.ts'
import * as signUpMessages from '#contract/features/sign-up/messages.ts'
import * as cardFields from '#contract/fields/card.ts'
import * as personFields from '#contract/fields/person.ts'
import { asksBy, checksOf } from '#contract/wire/form-rules.ts'
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
  isAsked: asksBy<Name>([{ kind: 'askedIf', tick: 'isOther', fields: ['other'] }]),
}

function stateAfter(...actions: FormAction<Name>[]) {
  return actions.reduce((state, action) => reduceForm(state, action, rules), startState(start, rules))
}

function changed(name: Name, value: string) {
  return { kind: 'changed', name, value } as const
}

describe('the state of a form', () => {
  test('at first every field is untouched, and judged without a word [FRM-02]', () => {
    const { fields } = stateAfter()
    expect(fields.email).toMatchObject({ touched: false, valid: false, error: ruleMessages.required })
    expect(fields.phone).toMatchObject({ touched: false, valid: true, error: '' })
  })

  test('a change touches a field and judges it, each time [FRM-02, FRM-03]', () => {
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

  test('a check of two fields follows either of them [VAL-30]', () => {
    const same = stateAfter(changed('email', 'd@example.com'), changed('confirmEmail', 'd@example.com'))
    expect(same.fields.confirmEmail.valid).toBe(true)
    const differ = reduceForm(same, changed('email', 'e@example.com'), rules)
    expect(differ.fields.confirmEmail).toMatchObject({ valid: false, error: signUpMessages.emailsDiffer })
    expect(differ.fields.email.valid).toBe(true)
    expect(reduceForm(differ, changed('email', 'd@example.com'), rules).fields.confirmEmail.valid).toBe(true)
  })

  test("a field's own rule speaks before a check of two", () => {
    const { confirmEmail } = stateAfter(
      changed('email', 'd@example.com'),
      changed('confirmEmail', 'x'),
    ).fields
    expect(confirmEmail.error).toBe(ruleMessages.isEmail)
  })

  test('a field that is not asked for is not judged', () => {
    expect(stateAfter().fields.other.valid).toBe(true)
    expect(stateAfter(changed('isOther', 'true')).fields.other.valid).toBe(false)
    expect(stateAfter(changed('isOther', 'true'), changed('isOther', 'false')).fields.other.valid).toBe(true)
  })

  test('what was typed before the page was hydrated is kept and judged, and not complained of', () => {
    const state = stateAfter({ kind: 'found', values: { email: 'half', phone: '3125550148' } })
    expect(state.fields.email).toMatchObject({ value: 'half', valid: false, touched: false })
    expect(state.fields.phone.value).toBe('(312) 555-0148')
  })

  test('a refusal that came with the page is still there once it is hydrated', () => {
    const state = startState(start, rules, { email: ['We know this email.'] })
    const hydrated = reduceForm(state, { kind: 'found', values: { email: '', phone: '' } }, rules)
    expect(hydrated.fields.email).toMatchObject({ valid: false, touched: true, error: 'We know this email.' })
  })

  test('a draft fills what the person has not changed', () => {
    const draft = { email: 'draft@example.com', phone: '3125550148' }
    const state = stateAfter(changed('email', 'mine'), { kind: 'filled', values: draft, start })
    expect(state.fields.email.value).toBe('mine')
    expect(state.fields.phone.value).toBe('(312) 555-0148')
    expect(state.writes).toBe(1)
  })

  test('a submit of a bad form lists what is wrong and lets every field say so [FRM-09]', () => {
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

  test('server errors make the named fields wrong and all others right [FRM-04, FRM-08]', () => {
    const { fields, refused } = stateAfter(changed('email', 'bad'), {
      kind: 'refused',
      errors: { confirmEmail: ['First.', 'Second.'] },
    })
    expect(fields.confirmEmail).toMatchObject({ valid: false, touched: true, error: 'First. Second.' })
    expect(fields.email).toMatchObject({ valid: true, error: '' })
    expect(refused).toEqual([{ name: 'confirmEmail', message: 'First. Second.' }])
  })

  test('a change clears the server’s error of that field only', () => {
    const errors = { email: ['Taken.'], phone: ['Nobody answers.'] }
    const { fields } = stateAfter({ kind: 'refused', errors }, changed('email', 'd@example.com'))
    expect(fields.email.valid).toBe(true)
    expect(fields.phone).toMatchObject({ valid: false, error: 'Nobody answers.' })
  })

  test('errors of unknown fields and plain sentences belong to the form [FRM-05]', () => {
    expect(stateAfter({ kind: 'refused', errors: { pin: ['Choose.', 'Now.'] } }).general).toEqual([
      'Choose. Now.',
    ])
    expect(stateAfter({ kind: 'refused', errors: 'No.' })).toMatchObject({ general: ['No.'], refused: [] })
    expect(stateAfter({ kind: 'refused', errors: { constructor: ['No.'] } }).general).toEqual(['No.'])
  })

  test('an error of a field that is not shown includes its name', () => {
    expect(stateAfter({ kind: 'refused', errors: { other: ['Too long.'] } }).general).toEqual([
      'Other: Too long.',
    ])
  })

  test('groups of errors are opened', () => {
    const errors = { emails_form: { email: ['Taken.'] }, customer_form: { phone: ['Gone.'] } }
    const { fields, general } = stateAfter({ kind: 'refused', errors })
    expect([fields.email.error, fields.phone.error, general]).toEqual(['Taken.', 'Gone.', []])
  })

  test('a complaint about one field leaves the others alone', () => {
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

  test('the same refusal twice is news twice', () => {
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

  test('keeps what was typed and forgets what is secret, without a word of complaint', () => {
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

  test('stays as it is where there is nothing to forget', () => {
    const empty = startState(withSecrets, {})
    expect(reduceForm(empty, { kind: 'left' }, {})).toBe(empty)
  })
})
