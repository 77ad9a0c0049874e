import { type RefObject, useCallback, useEffect, useId, useReducer, useRef } from 'react'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { FieldConfig } from './field-config.ts'
import { pointAtTopmost, readValues, writeValue } from './form-elements.ts'
import {
  type FormAction,
  type FormState,
  isFormValid,
  reduceForm,
  secretNames,
  startState,
} from './form-state.ts'
import { type Fields, type FormRules, mapFields, type Values, valuesOf } from './judge-fields.ts'
import type { ServerErrors } from './refusal.ts'
import { type Task, useBusy } from './use-busy.ts'
import { useLeaving } from './use-leaving.ts'

type FormDescription<Name extends string> = FormRules<NoInfer<Name>> & {
  fields: Fields<Name>
  /** A refusal that came with the page, for those who posted the form before the script was there. */
  errors?: ServerErrors | undefined
  /** What a field is called, where that depends on another one. */
  labelOf?: (name: Name, values: Values<Name>) => string | undefined
  /** This form cannot post by itself: its submit button waits for the script. */
  needsScript?: boolean
  /** The person has changed a field; what comes from us is not told. */
  onChange?: (name: Name, value: string) => void
}

/** What a field component draws. */
export type FormField = { id: string; name: string; config: FieldConfig }

export type FormHandle<Name extends string> = {
  element: RefObject<HTMLFormElement | null>
  state: FormState<Name>
  /** As the server gets them: trimmed, phones as digits, ticks as 'true' and 'false'. */
  values: Values<Name>
  isValid: boolean
  isHydrated: boolean
  isBusy: boolean
  needsScript: boolean
  field: (name: Name) => FormField
  asks: (name: Name) => boolean
  changed: (name: string, value: string) => void
  /** Judges everything; the values to send, or undefined when something is wrong. */
  submitted: () => Values<Name> | undefined
  /** Runs a task of this form, alone: its submit, or one that another button starts. */
  run: (task: Task) => Promise<void>
  /** Empties what is secret, as leaving the page does. */
  forget: () => void
  serverErrors: (errors: ServerErrors) => void
  /**
   * One field is wrong for a reason that only the server knows. While the form is at work this answers a press, and
   * is pointed at like any refusal; otherwise nobody asked, and nothing but that field changes.
   */
  complain: (name: Name, message: string) => void
  set: (values: Partial<Values<Name>>) => void
  /** Sets only what the person has left as it was. */
  fill: (values: Partial<Values<Name>>) => void
}

/** State for a form whose inputs the browser keeps: what is typed before the page is hydrated is not lost. */
export function useForm<Name extends string>(described: FormDescription<Name>): FormHandle<Name> {
  const { fields: start, errors, needsScript = false } = described
  const element = useRef<HTMLFormElement>(null)
  const id = useId()
  const isHydrated = useHydrated()
  const { isBusy, isAtWork, run } = useBusy()
  const [state, dispatch] = useReducer(
    (before: FormState<Name>, action: FormAction<Name>) => reduceForm(before, action, described),
    undefined,
    () => startState(start, described, errors),
  )
  const latest = useRef({ state, described })
  useEffect(() => {
    latest.current = { state, described }
  })

  useEffect(() => {
    const names = Object.keys(latest.current.state.fields) as Name[]
    if (element.current) dispatch({ kind: 'found', values: readValues(element.current, names) })
  }, [])

  const { writes, refusals } = state
  useEffect(() => {
    if (writes === 0 || !element.current) return
    const { fields } = latest.current.state
    for (const name of Object.keys(fields) as Name[]) writeValue(element.current, name, fields[name].value)
  }, [writes])

  useEffect(() => {
    const { state, described } = latest.current
    if (refusals === 0 || !element.current) return
    // A refusal that came with the page is old news to someone who is already mending it.
    const isOld = refusals === 1 && described.errors !== undefined
    if (isOld && element.current.contains(document.activeElement)) return
    pointAtTopmost(
      element.current,
      state.refused.map(({ name }) => name),
    )
  }, [refusals])

  const submitted = useCallback(() => {
    if (!element.current) return undefined
    const now = latest.current
    const names = Object.keys(now.state.fields) as Name[]
    const action = { kind: 'submitted', values: readValues(element.current, names) } as const
    dispatch(action)
    const next = reduceForm(now.state, action, now.described)
    return isFormValid(next) ? askedValues(next.fields, now.described) : undefined
  }, [])

  const changed = useCallback((name: string, value: string) => {
    const { state, described } = latest.current
    if (!Object.hasOwn(state.fields, name)) return
    dispatch({ kind: 'changed', name: name as Name, value })
    described.onChange?.(name as Name, value)
  }, [])

  const forget = useCallback(() => {
    const { fields } = latest.current.state
    // A page that is put aside may be frozen before it is drawn again: so the elements are emptied at once.
    if (element.current) for (const name of secretNames(fields)) writeValue(element.current, name, '')
    dispatch({ kind: 'left' })
  }, [])
  useLeaving(forget)

  const values = valuesOf(state.fields)
  return {
    element,
    state,
    values,
    isValid: isFormValid(state),
    isHydrated,
    isBusy,
    needsScript,
    field: (name) => ({
      id: `${id}-${name}`,
      name,
      config: labeled(state.fields[name], described.labelOf?.(name, values)),
    }),
    asks: (name) => described.isAsked?.(name, values) ?? true,
    changed,
    submitted,
    run,
    forget,
    serverErrors: useCallback((said) => dispatch({ kind: 'refused', errors: said }), []),
    complain: useCallback(
      (name, message) => dispatch({ kind: 'complained', name, message, isAnswer: isAtWork() }),
      [isAtWork],
    ),
    set: useCallback((given) => dispatch({ kind: 'set', values: given }), []),
    fill: useCallback((given) => {
      dispatch({ kind: 'filled', values: given, start: latest.current.described.fields })
    }, []),
  }
}

function labeled(config: FieldConfig, label: string | undefined): FieldConfig {
  return label === undefined ? config : { ...config, label }
}

/** What is not asked for is not sent. */
function askedValues<Name extends string>(fields: Fields<Name>, { isAsked }: FormRules<Name>): Values<Name> {
  const values = valuesOf(fields)
  return mapFields(fields, (_, name) => (isAsked && !isAsked(name, values) ? '' : values[name]))
}
