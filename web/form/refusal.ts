import type { FieldErrors, GroupedErrors } from '#contract/wire/call.ts'
import { type Fields, type FormRules, mapFields, valuesOf } from './judge-fields.ts'

/** Server errors of a form: messages by field, optionally grouped, or a single message. */
export type ServerErrors = FieldErrors | GroupedErrors | string

/** The server's result is final: the fields it names are invalid, all others valid. */
export function applyErrors<Name extends string>(
  fields: Fields<Name>,
  errors: ServerErrors,
  { isAsked }: FormRules<Name>,
): { fields: Fields<Name>; general: string[] } {
  if (typeof errors === 'string') return { fields: mapFields(fields, right), general: [errors] }
  const values = valuesOf(fields)
  const general: string[] = []
  const complaints = new Map<string, string>()
  for (const [name, message] of messagesIn(errors)) {
    if (!Object.hasOwn(fields, name)) general.push(message)
    else if (isAsked && !isAsked(name as Name, values)) {
      general.push(`${fields[name as Name].label}: ${message}`)
    } else complaints.set(name, message)
  }
  const judged = mapFields(fields, (config, name) => {
    const error = complaints.get(name)
    return error === undefined ? right(config) : { ...config, valid: false, touched: true, error }
  })
  return { fields: judged, general }
}

function right<Config extends object>(config: Config): Config & { valid: true; error: '' } {
  return { ...config, valid: true, error: '' }
}

/** Joins each field's messages into one. Groups are flattened, because here one form has all their fields. */
function messagesIn(errors: FieldErrors | GroupedErrors): [string, string][] {
  return Object.entries(errors).flatMap(([name, messages]): [string, string][] => {
    if (Array.isArray(messages)) return [[name, messages.join(' ')]]
    return messages && typeof messages === 'object' ? messagesIn(messages) : [[name, String(messages)]]
  })
}

/** A refusal as messages, for pages without the fields. */
export function sentencesOf(errors: ServerErrors | undefined): string[] {
  if (errors === undefined) return []
  return typeof errors === 'string' ? [errors] : messagesIn(errors).map(([, message]) => message)
}

/** A refusal as one text, where there are no fields to show it at. */
export function sentenceOf(errors: ServerErrors): string {
  return sentencesOf(errors).join(' ')
}
