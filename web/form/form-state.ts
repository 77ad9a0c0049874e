import { isSecret, shownValue } from './field-config.ts'
import {
  type Fields,
  type FormRules,
  judgeAll,
  judgeChanges,
  mapFields,
  replaceValues,
  type Values,
  valuesOf,
} from './judge-fields.ts'
import { applyErrors, type ServerErrors } from './refusal.ts'

export type FormState<Name extends string> = {
  fields: Fields<Name>
  /** Errors without a field. May contain the server's markup. */
  general: string[]
  /** The field errors of the last refusal, until the next submit. */
  refused: { name: Name; message: string }[]
  /** Counts refusals, so that the same message is announced again. */
  refusals: number
  /** Counts values set by code, which have to be written to the DOM. */
  writes: number
}

export type FormAction<Name extends string> =
  | { kind: 'changed'; name: Name; value: string }
  /** Typed, or restored by the browser, before hydration. */
  | { kind: 'found'; values: Partial<Values<Name>> }
  | { kind: 'set'; values: Partial<Values<Name>> }
  /** Like `set`, but skips fields that the person has changed. */
  | { kind: 'filled'; values: Partial<Values<Name>>; start: Fields<Name> }
  | { kind: 'submitted'; values: Partial<Values<Name>> }
  | { kind: 'refused'; errors: ServerErrors }
  /** `isAnswer`: the person pressed a button and is waiting for the result. */
  | { kind: 'complained'; name: Name; message: string; isAnswer: boolean }
  /** The page is being left: clear secrets and the errors about them. */
  | { kind: 'left' }

export function startState<Name extends string>(
  fields: Fields<Name>,
  rules: FormRules<Name>,
  errors?: ServerErrors,
): FormState<Name> {
  const state = { fields: judgeAll(fields, rules), general: [], refused: [], refusals: 0, writes: 0 }
  return errors === undefined ? state : reduceForm(state, { kind: 'refused', errors }, rules)
}

export function reduceForm<Name extends string>(
  state: FormState<Name>,
  action: FormAction<Name>,
  rules: FormRules<Name>,
): FormState<Name> {
  switch (action.kind) {
    case 'changed':
      return { ...state, fields: change(state.fields, action.name, action.value, rules) }
    case 'found':
    case 'set':
      return rewrite(state, action.values, rules)
    case 'filled':
      return rewrite(state, untouchedOnly(state, action), rules)
    case 'submitted':
      return submit(state, action.values, rules)
    case 'refused':
      return summed({ ...state, ...applyErrors(state.fields, action.errors, rules) })
    case 'left':
      return clearSecrets(state, rules)
    case 'complained': {
      const blamed = { ...state.fields[action.name], valid: false, touched: true, error: action.message }
      const next = { ...state, fields: { ...state.fields, [action.name]: blamed } }
      return action.isAnswer ? summed(next) : next
    }
  }
}

export function isFormValid<Name extends string>({ fields }: FormState<Name>): boolean {
  return namesOf(fields).every((name) => fields[name].valid)
}

function change<Name extends string>(
  fields: Fields<Name>,
  name: Name,
  value: string,
  rules: FormRules<Name>,
): Fields<Name> {
  const judged = judgeChanges(fields, { [name]: value } as Partial<Values<Name>>, rules)
  return { ...judged, [name]: { ...judged[name], touched: true } }
}

function rewrite<Name extends string>(
  state: FormState<Name>,
  values: Partial<Values<Name>>,
  rules: FormRules<Name>,
): FormState<Name> {
  const shown: Partial<Values<Name>> = {}
  for (const name of namesOf(state.fields)) {
    const value = values[name]
    if (value !== undefined) shown[name] = shownValue(state.fields[name], value)
  }
  return { ...state, fields: judgeChanges(state.fields, shown, rules), writes: state.writes + 1 }
}

function clearSecrets<Name extends string>(state: FormState<Name>, rules: FormRules<Name>): FormState<Name> {
  const secrets = secretNames(state.fields)
  if (secrets.every((name) => state.fields[name].value === '')) return state
  const emptied = Object.fromEntries(secrets.map((name) => [name, ''])) as Partial<Values<Name>>
  const judged = judgeChanges(state.fields, emptied, rules)
  const fields = mapFields(judged, (config, name) =>
    isSecret(name, config) ? { ...config, touched: false } : config,
  )
  return { ...state, fields, writes: state.writes + 1 }
}

export function secretNames<Name extends string>(fields: Fields<Name>): Name[] {
  return namesOf(fields).filter((name) => isSecret(name, fields[name]))
}

function untouchedOnly<Name extends string>(
  { fields }: FormState<Name>,
  { values, start }: { values: Partial<Values<Name>>; start: Fields<Name> },
): Partial<Values<Name>> {
  const untouched: Partial<Values<Name>> = {}
  for (const name of namesOf(fields)) {
    if (values[name] !== undefined && fields[name].value === start[name].value) untouched[name] = values[name]
  }
  return untouched
}

/** After a submit every shown field may show its error. */
function submit<Name extends string>(
  state: FormState<Name>,
  values: Partial<Values<Name>>,
  rules: FormRules<Name>,
): FormState<Name> {
  const judged = judgeAll(replaceValues(state.fields, values), rules)
  const { isAsked } = rules
  const request = valuesOf(judged)
  const fields = mapFields(judged, (config, name) => ({
    ...config,
    touched: config.touched || !isAsked || isAsked(name, request),
  }))
  return summed({ ...state, fields, general: [] })
}

function summed<Name extends string>(state: FormState<Name>): FormState<Name> {
  const refused = namesOf(state.fields)
    .filter((name) => !state.fields[name].valid)
    .map((name) => ({ name, message: state.fields[name].error }))
  const isRefused = refused.length > 0 || state.general.length > 0
  return { ...state, refused, refusals: state.refusals + (isRefused ? 1 : 0) }
}

function namesOf<Name extends string>(fields: Fields<Name>): Name[] {
  return Object.keys(fields) as Name[]
}
