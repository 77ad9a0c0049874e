import {
  type ComponentType,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { DEFAULT_TIME_ZONE } from '#contract/calendar/time-zones.ts'
import { dollarsToCents } from '#contract/catalogue/money.ts'
import type { PriceKey, PriceList } from '#contract/catalogue/plan.ts'
import { signUpContext } from '#contract/features/sign-up/calls.ts'
import type { PageValues } from '#contract/page-values.ts'
import type { Provider } from '#contract/provider/provider.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { send } from '#web/api.ts'
import type { FormHandle } from '#web/form/use-form.ts'
import { useCancellable } from '#web/ui/use-cancellable.ts'

/** The state of a wizard, changed only by its reducer. `latest` is current at once, before the next render. */
export function useWizardState<State, Event>(
  reduce: (state: State, event: Event) => State,
  start: () => State,
) {
  const [state, setState] = useState(start)
  const latest = useRef(state)
  return {
    state,
    latest: () => latest.current,
    dispatch(event: Event): State {
      latest.current = reduce(latest.current, event)
      setState(latest.current)
      return latest.current
    },
  }
}

type Steps<Step> = {
  step: Step
  pathOf: (step: Step) => string
  /**
   * Handles navigation to this path. Returns the step that opens, which differs if the path is not allowed
   * yet.
   */
  onPath: (path: string) => Step
}

/**
 * Wizard steps in the URL: Back and Forward move between them, and a step that is not allowed yet opens
 * another.
 */
export function useSteps<Step>({ step, pathOf, onPath }: Steps<Step>) {
  const shown = useRef(step)
  const contentRef = useRef<HTMLDivElement>(null)

  function follow() {
    const path = pathOf(onPath(location.pathname))
    if (location.pathname !== path) history.replaceState(null, '', withQuery(path))
  }

  const followLatest = useEffectEvent(follow)
  useEffect(() => {
    const listen = () => followLatest()
    addEventListener('popstate', listen)
    return () => removeEventListener('popstate', listen)
  }, [])

  // A new step is scrolled to its top, and its heading gets the focus; a form may move the focus afterwards.
  useLayoutEffect(() => {
    if (shown.current === step) return
    shown.current = step
    scrollTo(0, 0)
    // A dialog of the previous step closes only after this, and would take the focus from the heading.
    contentRef.current?.querySelector<HTMLDialogElement>('dialog[open]')?.close()
    contentRef.current
      ?.querySelector<HTMLElement>(':scope > :not([hidden]) h1')
      ?.focus({ preventScroll: true })
  }, [step])

  return {
    contentRef,
    /** Opens the step in the URL, or the one allowed instead. */
    follow,
    /** Adds the open step to the history, so that Back leads to the one before. */
    show(next: Step) {
      const path = pathOf(next)
      if (location.pathname !== path) history.pushState(null, '', withQuery(path))
    },
  }
}

/** The query may contain the plan, so it is kept. */
function withQuery(path: string): string {
  return `${path}${location.search}`
}

/** A step fetched when the one before is partly filled in, so that the initial script is smaller. */
export function useLater<Props>(fetchStep: () => Promise<ComponentType<Props>>) {
  const [Step, setStep] = useState<ComponentType<Props>>()
  const [hasFailed, setFailed] = useState(false)

  /** False if the script cannot be loaded; the next call tries again. */
  const load = useCallback(async () => {
    try {
      const fetched = await fetchStep()
      setStep(() => fetched)
      return true
    } catch {
      setFailed(true)
      return false
    }
  }, [fetchStep])

  useEffect(() => {
    function look({ target }: Event) {
      if (!isHalfFilled(target)) return
      document.removeEventListener('input', look)
      void load()
    }
    document.addEventListener('input', look)
    return () => document.removeEventListener('input', look)
  }, [load])

  return { Step, hasFailed, load }
}

const TYPED = 'input:not([type=radio], [type=checkbox], [type=hidden]), select, textarea'

/** Early enough for a slow network, late enough to skip visitors who only look. */
function isHalfFilled(target: EventTarget | null): boolean {
  const form = target instanceof Element ? target.closest('form') : null
  const fields = [...(form?.querySelectorAll<HTMLInputElement>(TYPED) ?? [])]
  return fields.length > 0 && fields.filter(({ value }) => value !== '').length * 2 >= fields.length
}

/** Whether the person is filling in a step other than payment: a late refusal must not interrupt them. */
export function useOccupied(isAway: boolean) {
  const isOccupied = useRef(false)

  function note({ target }: SyntheticEvent) {
    if (isAway && target instanceof Element && target.matches('input, select, textarea'))
      isOccupied.current = true
  }

  return {
    /** Not every browser focuses a checkbox on click. */
    watch: { onFocus: note, onInput: note },
    isOccupied: () => isOccupied.current,
    /** PAY NOW was pressed. */
    begin() {
      isOccupied.current = false
    },
  }
}

/** Whether the person has typed anything during this visit. */
export function hasTyped<Name extends string>({ state }: Pick<FormHandle<Name>, 'state'>): boolean {
  const fields: { touched: boolean; value: string }[] = Object.values(state.fields)
  return fields.some(({ touched, value }) => touched && value !== '' && value !== 'false')
}

/** The title while the step is still unknown. */
export const SIGN_UP = 'Sign up'
export const PAID = `You have paid · ${SIGN_UP}`

/** The step comes first: narrow tabs show only the beginning, and screen readers start there. */
export function stepTitle(title: string, step: number, steps: number): string {
  return `${title}, step ${step} of ${steps} · ${SIGN_UP}`
}

/** Sets the page title when it changes without a page load. The initial one is in the HTML: see web/pages.tsx. */
export function useTitle({ brandName }: Provider, title: string): void {
  useEffect(() => {
    document.title = `${title} · ${brandName}`
  }, [title, brandName])
}

/** The answer, or the other value if it takes longer than this. */
export function inTime<Answer, Other>(
  answer: Promise<Answer>,
  atMostMs: number,
  other: Other,
): Promise<Answer | Other> {
  return Promise.race([answer, new Promise<Other>((resolve) => setTimeout(() => resolve(other), atMostMs))])
}

/** The sign-up's options and prices. */
type ShownOffer = Pick<PageValues['sign-up'], 'prices' | 'countries' | 'regions'> &
  Partial<Pick<PageValues['legacy-sign-up'], 'offer'>>
type Context = AnswerOf<typeof signUpContext>

/** All of it is part of the page, which may be outdated; the server confirms or updates it. */
export function useSignUpContext<Values extends ShownOffer>(shown: Values) {
  const [values, setValues] = useState(shown)
  const [error, setError] = useState('')
  const requests = useCancellable()

  const confirm = useCallback(async () => {
    const outcome = await send(signUpContext, {}, { signal: requests.begin() })
    if (outcome.kind === 'cancelled') return
    if (outcome.kind === 'answered') setValues((before) => confirmed(before, outcome.answer))
    setError(outcome.kind === 'answered' ? '' : messageOf(outcome))
  }, [requests])

  useEffect(() => void confirm(), [confirm])

  return { values, error, confirm }
}

/** Unchanged values keep their identity, so that nothing is rendered or validated again. */
function confirmed<Values extends ShownOffer>(before: Values, answer: Partial<Context>): Values {
  const { prices, misc, countries, states } = answer
  const zones = new Map(before.regions.map(({ value, timeZone }) => [value, timeZone]))
  const regions = states?.map((state) => ({
    ...state,
    timeZone: zones.get(state.value) ?? DEFAULT_TIME_ZONE,
  }))
  return {
    ...before,
    prices: same(before.prices, prices ? inCents(prices) : before.prices),
    countries: same(before.countries, countries ?? before.countries),
    regions: same(before.regions, regions ?? before.regions),
    ...(before.offer && { offer: same(before.offer, { ...before.offer, ...misc }) }),
  }
}

function same<Value>(before: Value, now: Value): Value {
  return inOrder(before) === inOrder(now) ? before : now
}

/** Serializes with sorted keys, so that equal values give equal strings. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}

function inCents(dollars: Record<PriceKey, number>): PriceList {
  const entries = Object.entries(dollars).map(([key, price]) => [key, dollarsToCents(price)])
  return Object.fromEntries(entries) as PriceList
}

function messageOf(
  outcome: { kind: 'refused'; errors: unknown } | { kind: 'failed'; message: string },
): string {
  return outcome.kind === 'failed' ? outcome.message : String(outcome.errors)
}
