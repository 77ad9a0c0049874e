import { required } from './rule-messages.ts'

/** The form kit represents a checkbox as 'true' or 'false', a parsed body as true or false. */
type RuleValues = Readonly<Record<string, unknown>>

/** Cross-field rules as data: the form kit runs them on each change, the server on each request. */
export type FormRule<Name extends string = string> =
  /** Entered twice; the error is shown at the second field. */
  | { kind: 'same'; fields: readonly [Name, Name]; message: string }
  | { kind: 'atLeastOne'; ticks: readonly Name[]; shownAt: Name; message: string }
  /** Fields that are shown and required only while a checkbox is checked (or unchecked). */
  | { kind: 'askedIf' | 'askedUnless'; tick: Name; fields: readonly Name[] }
  /** Any other condition that involves several fields. */
  | { kind: 'holds'; shownAt: Name; message: string; holds: (values: RuleValues) => boolean }

/** One condition of a rule, with the field that shows its message. */
export type Demand<Name extends string = string> = {
  shownAt: Name
  message: string
  isMet: (values: RuleValues) => boolean
}

export function demandsOf<Name extends string>(rules: readonly FormRule<Name>[]): Demand<Name>[] {
  return rules.flatMap(demandsIn)
}

/** For the form kit: the message for each field, from the first condition that fails. */
export function checksOf<Name extends string>(rules: readonly FormRule<Name>[]) {
  const demands = demandsOf(rules)
  return (values: RuleValues): Partial<Record<Name, string>> => {
    const complaints: Partial<Record<Name, string>> = {}
    for (const { shownAt, message, isMet } of demands) if (!isMet(values)) complaints[shownAt] ??= message
    return complaints
  }
}

/** For the form kit: whether a field is requested. */
export function requestedBy<Name extends string>(rules: readonly FormRule<Name>[]) {
  return (name: string, values: RuleValues): boolean =>
    rules.every((rule) => !('tick' in rule) || !rule.fields.some((one) => one === name) || asks(rule, values))
}

function demandsIn<Name extends string>(rule: FormRule<Name>): Demand<Name>[] {
  switch (rule.kind) {
    case 'same': {
      const [one, other] = rule.fields
      const { message } = rule
      return [{ shownAt: other, message, isMet: (values) => values[one] === values[other] }]
    }
    case 'atLeastOne': {
      const { shownAt, message, ticks } = rule
      return [{ shownAt, message, isMet: (values) => ticks.some((tick) => isTicked(values[tick])) }]
    }
    case 'askedIf':
    case 'askedUnless':
      return rule.fields.map((name) => ({
        shownAt: name,
        message: required,
        isMet: (values) => values[name] !== '' || !asks(rule, values),
      }))
    case 'holds':
      return [{ shownAt: rule.shownAt, message: rule.message, isMet: rule.holds }]
  }
}

type TickRule = Extract<FormRule, { tick: string }>

function asks({ kind, tick }: Pick<TickRule, 'kind' | 'tick'>, values: RuleValues): boolean {
  return isTicked(values[tick]) === (kind === 'askedIf')
}

function isTicked(value: unknown): boolean {
  return value === true || value === 'true'
}
