import { type RefObject, useCallback, useEffect, useId, useLayoutEffect, useReducer, useRef } from 'react'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { FieldConfig } from './field-config.ts'
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
  /** Errors rendered with the page, for forms posted before hydration. */
  errors?: ServerErrors | undefined
  /** A field's label, if it depends on another field. */
  labelOf?: (name: Name, values: Values<Name>) => string | undefined
  /** The form cannot be posted without JavaScript: its submit button is disabled until hydration. */
  needsScript?: boolean
  /** Called for changes by the person, not for values set by code. */
  onChange?: (name: Name, value: string) => void
}

/** The props of a field component. */
export type FormField = { id: string; name: string; config: FieldConfig }

export type FormHandle<Name extends string> = {
  element: RefObject<HTMLFormElement | null>
  state: FormState<Name>
  /** As they are sent: trimmed, phone numbers as digits, checkboxes as 'true' and 'false'. */
  values: Values<Name>
  /** The same, but always current, even in a task that began before the last change. */
  latestValues: () => Values<Name>
  isValid: boolean
  isHydrated: boolean
  isBusy: boolean
  needsScript: boolean
  field: (name: Name) => FormField
  asks: (name: Name) => boolean
  changed: (name: string, value: string) => void
  /** Validates everything; returns the values to send, or undefined if anything is invalid. */
  submitted: () => Values<Name> | undefined
  /** Runs a task exclusively: the form's submit, or one started by another button. */
  run: (task: Task) => Promise<void>
  /** Clears secrets, as leaving the page does. */
  clearSecrets: () => void
  serverErrors: (errors: ServerErrors) => void
  /**
   * Marks one field as invalid for a reason that only the server knows. While the form is busy this answers a
   * button press, and moves the focus like any refusal; otherwise only that field changes.
   */
  complain: (name: Name, message: string) => void
  set: (values: Partial<Values<Name>>) => void
  /** Sets only fields that the person has not changed. */
  fill: (values: Partial<Values<Name>>) => void
}

/** The state of a form with uncontrolled inputs: what is typed before hydration is kept. */
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
  // Layout effects, so that the next input or press meets an up-to-date form. In an ordinary effect, which
  // may run later, an older value would overwrite newer input.
  const latest = useRef({ state, described })
  useLayoutEffect(() => {
    latest.current = { state, described }
  })

  useEffect(() => {
    if (!element.current) return
    const { fields } = latest.current.state
    const names = Object.keys(fields) as Name[]
    const found = readValues(element.current, names)
    // As a rule nothing was typed yet, and nothing has to be rendered again.
    if (names.every((name) => found[name] === undefined || found[name] === fields[name].value)) return
    dispatch({ kind: 'found', values: found })
  }, [])

  const { writes, refusals } = state
  useLayoutEffect(() => {
    if (writes === 0 || !element.current) return
    const { fields } = latest.current.state
    for (const name of Object.keys(fields) as Name[]) writeValue(element.current, name, fields[name].value)
  }, [writes])

  // Not a layout effect: a step that opens with its errors focuses its heading first (wizard-parts.ts).
  useEffect(() => {
    const { state, described } = latest.current
    if (refusals === 0 || !element.current) return
    // Errors rendered with the page must not steal the focus from someone who is already correcting them.
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
    return isFormValid(next) ? requestedValues(next.fields, now.described) : undefined
  }, [])

  const changed = useCallback((name: string, value: string) => {
    const { state, described } = latest.current
    if (!Object.hasOwn(state.fields, name)) return
    dispatch({ kind: 'changed', name: name as Name, value })
    described.onChange?.(name as Name, value)
  }, [])

  const forget = useCallback(() => {
    const { fields } = latest.current.state
    // The browser may freeze the page before the next render, so the inputs are cleared at once.
    if (element.current) for (const name of secretNames(fields)) writeValue(element.current, name, '')
    dispatch({ kind: 'left' })
  }, [])
  useLeaving(forget)

  const values = valuesOf(state.fields)
  return {
    element,
    state,
    values,
    latestValues: useCallback(() => valuesOf(latest.current.state.fields), []),
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
    clearSecrets: forget,
    serverErrors: useCallback((errors) => dispatch({ kind: 'refused', errors: errors }), []),
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

/** The DOM side of a form, whose inputs are uncontrolled. */
function readValues<Name extends string>(
  form: HTMLFormElement,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const values: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = readValue(form, name)
    if (value !== undefined) values[name] = value
  }
  return values
}

function readValue(form: HTMLFormElement, name: string): string | undefined {
  const element = form.elements.namedItem(name)
  if (element === null || element instanceof HTMLFieldSetElement) return undefined
  if (element instanceof HTMLInputElement && element.type === 'checkbox') return String(element.checked)
  return (element as RadioNodeList | HTMLInputElement).value
}

function writeValue(form: HTMLFormElement, name: string, value: string): void {
  if (readValue(form, name) === value) return
  const element = form.elements.namedItem(name)
  if (element instanceof HTMLInputElement && element.type === 'checkbox') element.checked = value === 'true'
  else if (element instanceof RadioNodeList || element instanceof HTMLInputElement) element.value = value
  else if (element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement)
    element.value = value
}

/** Scrolls to the topmost of these fields and focuses it; without any, to the general errors. */
function pointAtTopmost(form: HTMLFormElement, names: readonly string[]): void {
  for (const element of form.elements) {
    if (!(element instanceof HTMLElement) || !names.includes(element.getAttribute('name') ?? '')) continue
    element.scrollIntoView({ block: 'center' })
    element.focus({ preventScroll: true })
    return
  }
  form.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })
}

/** Fields that are not asked for are sent empty. */
function requestedValues<Name extends string>(
  fields: Fields<Name>,
  { isAsked }: FormRules<Name>,
): Values<Name> {
  const values = valuesOf(fields)
  return mapFields(fields, (_, name) => (isAsked && !isAsked(name, values) ? '' : values[name]))
}

function labeled(config: FieldConfig, label: string | undefined): FieldConfig {
  return label === undefined ? config : { ...config, label }
}
