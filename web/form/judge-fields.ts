import { complaintAbout, type FieldConfig, writtenValue } from './field-config.ts'

export type Fields<Name extends string> = Record<Name, FieldConfig>
export type Values<Name extends string> = Record<Name, string>

/** Rules of a form beyond those of its fields. */
export type FormRules<Name extends string> = {
  /** Errors that involve several fields. Shown only if the field's own rules pass. */
  checks?: (values: Values<Name>) => Partial<Values<Name>>
  /** A field that is not requested is neither shown nor validated. */
  isAsked?: (name: Name, values: Values<Name>) => boolean
}

export function judgeAll<Name extends string>(fields: Fields<Name>, rules: FormRules<Name>): Fields<Name> {
  const verdicts = sharedVerdicts(fields, rules)
  return mapFields(fields, (config, name) => judge(config, verdicts[name]))
}

/** Revalidates the changed fields and those whose form-level result changes; the rest stay as they are. */
export function judgeChanges<Name extends string>(
  fields: Fields<Name>,
  values: Partial<Values<Name>>,
  rules: FormRules<Name>,
): Fields<Name> {
  const next = replaceValues(fields, values)
  const before = sharedVerdicts(fields, rules)
  const after = sharedVerdicts(next, rules)
  return mapFields(next, (config, name) =>
    config === fields[name] && before[name] === after[name] ? config : judge(config, after[name]),
  )
}

/** The values as they are sent. */
export function valuesOf<Name extends string>(fields: Fields<Name>): Values<Name> {
  return mapFields(fields, writtenValue)
}

export function replaceValues<Name extends string>(
  fields: Fields<Name>,
  values: Partial<Values<Name>>,
): Fields<Name> {
  return mapFields(fields, (config, name) => {
    const value = values[name]
    return value === undefined || value === config.value ? config : { ...config, value }
  })
}

export function mapFields<Name extends string, Result>(
  fields: Fields<Name>,
  map: (config: FieldConfig, name: Name) => Result,
): Record<Name, Result> {
  const mapped = {} as Record<Name, Result>
  for (const name of Object.keys(fields) as Name[]) mapped[name] = map(fields[name], name)
  return mapped
}

/** The form-level result for a field: an error, none, or that it is not requested. */
type SharedVerdict = string | undefined | typeof NOT_ASKED
const NOT_ASKED = Symbol('not asked')

function judge(config: FieldConfig, shared: SharedVerdict): FieldConfig {
  const error = shared === NOT_ASKED ? '' : (complaintAbout(config) ?? shared ?? '')
  return { ...config, valid: error === '', error }
}

function sharedVerdicts<Name extends string>(fields: Fields<Name>, { checks, isAsked }: FormRules<Name>) {
  const values = valuesOf(fields)
  const complaints: Partial<Values<Name>> = checks?.(values) ?? {}
  return mapFields(
    fields,
    (_, name): SharedVerdict => (isAsked && !isAsked(name, values) ? NOT_ASKED : complaints[name]),
  )
}
