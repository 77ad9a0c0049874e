import { useCallback, useEffect, useRef, useState } from 'react'
import type { CountedMoney, MoneyPreview } from '#contract/billing/approvals.ts'
import { findMoneyOutcome, previewMoney, requestMoney } from '#contract/desk/money.ts'
import type { AnswerOf, BodyOf } from '#contract/wire/call.ts'
import { send } from '#web/api.ts'
import { type ServerErrors, sentenceOf } from '#web/form/refusal.ts'
import { useBusy } from '#web/form/use-busy.ts'

export type What = BodyOf<typeof previewMoney>
type ShownPreview = AnswerOf<typeof previewMoney>['data']
export type Outcome = AnswerOf<typeof requestMoney>['data']
export type MoneyStep =
  | { kind: 'choosing' }
  | { kind: 'shown'; what: What; shown: ShownPreview; changed: string[] }
  /** The request, unless the page was reloaded since. */
  | { kind: 'over'; outcome: Outcome; what?: What }

const NOT_FOUND = 404
const CONFLICT = 409
const BROKEN = 500

/** Previews, executes under one key, and looks up the outcome after a lost answer. */
export function useMoney(number: string) {
  const [step, setStep] = useState<MoneyStep>({ kind: 'choosing' })
  const [error, setError] = useState('')
  const { isBusy, run } = useBusy()
  const key = useRef<MoneyKey>(null)

  /** While the bank has not answered, the key still identifies what to look up. */
  const end = useCallback((outcome: Outcome, what?: What) => {
    setError('')
    if (outcome.state === 'agreed' && !outcome.once_settled) key.current?.sent()
    else key.current?.renew()
    setStep({ kind: 'over', outcome, ...(what && { what }) })
  }, [])

  const lookUp = useCallback(
    async (onAbsent?: () => void): Promise<void> => {
      const order = key.current
      if (!order) return
      const outcome = await send(findMoneyOutcome, { order_key: order.current() })
      if (outcome.kind === 'answered') return end(outcome.answer.data)
      if (outcome.kind === 'refused' && outcome.status === NOT_FOUND) {
        order.notSent()
        onAbsent?.()
        return
      }
      setError(
        'We could not find out what became of your request. Try again: it is done once, however often you send it.',
      )
    },
    [end],
  )

  useEffect(() => {
    key.current = openMoneyKey(number)
    // The page was left or reloaded before an answer arrived.
    if (key.current.isSent()) void run(() => lookUp())
  }, [number, run, lookUp])

  async function preview(what: What, onErrors: (errors: ServerErrors) => void): Promise<void> {
    setError('')
    const outcome = await send(previewMoney, what)
    if (outcome.kind === 'answered') setStep({ kind: 'shown', what, shown: outcome.answer.data, changed: [] })
    else if (outcome.kind === 'refused') onErrors(outcome.errors)
    else if (outcome.kind === 'failed') onErrors(outcome.message)
  }

  /** The same once the payment has settled: previewed first, like every request. */
  async function previewLater(what: What): Promise<void> {
    setError('')
    const outcome = await send(previewMoney, { ...what, once_settled: true })
    if (outcome.kind === 'answered')
      setStep({
        kind: 'shown',
        what: { ...what, once_settled: true },
        shown: outcome.answer.data,
        changed: [],
      })
    else if (outcome.kind === 'refused') setError(sentenceOf(outcome.errors))
    else if (outcome.kind === 'failed') setError(outcome.message)
  }

  async function request({ what, shown }: Extract<MoneyStep, { kind: 'shown' }>): Promise<void> {
    const order = key.current
    if (!order) return
    setError('')
    order.sent()
    const { preview: follows, needs_second } = shown
    const seen = follows.facts
    const outcome = await send(requestMoney, { ...what, order_key: order.current(), seen, needs_second })
    if (outcome.kind === 'cancelled') return
    if (outcome.kind === 'answered') return end(outcome.answer.data, what)
    if (outcome.kind === 'failed' || outcome.status >= BROKEN)
      return lookUp(() => setError('Your request did not arrive, and nothing was done. Try again.'))
    order.notSent()
    const { changed, preview: present, counted, needs_second: needs } = outcome.body
    if (outcome.status === CONFLICT && Array.isArray(changed) && present && counted) {
      const renewed = {
        ...shown,
        preview: present as MoneyPreview,
        counted: counted as CountedMoney,
        needs_second: needs === true,
      }
      return setStep({ kind: 'shown', what, shown: renewed, changed: changed.map(String) })
    }
    setError(sentenceOf(outcome.errors))
    // Another request has this key, such as one from a copy of this tab.
    if (outcome.status === CONFLICT) order.renew()
  }

  return {
    step,
    error,
    isBusy,
    preview,
    confirm: () => void run(() => (step.kind === 'shown' ? request(step) : undefined)),
    doLater: () => void run(() => (step.kind === 'over' && step.what ? previewLater(step.what) : undefined)),
    /** What the bank has not answered yet settles by itself: the next request has its own key. */
    leave: () => key.current?.renew(),
    lookAgain: () => void run(() => lookUp()),
    change: () => setStep((now) => (now.kind === 'shown' ? { kind: 'choosing' } : now)),
  }
}

type StoredKey = { key: string; isSent: boolean }

/**
 * The key of an account's dialog: made when it is opened, kept across a reload, and replaced once the outcome
 * is known.
 */
function openMoneyKey(number: string) {
  const storageKey = `desk-money-${number}`
  let stored = read(storageKey) ?? { key: crypto.randomUUID(), isSent: false }
  const keep = (next: StoredKey) => {
    stored = next
    write(storageKey, next)
  }
  keep(stored)
  return {
    current: () => stored.key,
    /** Whether a request with unknown outcome was sent. */
    isSent: () => stored.isSent,
    sent: () => keep({ ...stored, isSent: true }),
    notSent: () => keep({ ...stored, isSent: false }),
    renew: () => keep({ key: crypto.randomUUID(), isSent: false }),
  }
}
type MoneyKey = ReturnType<typeof openMoneyKey>

/** A browser may block storage: then a reload makes another key, and the server refuses what has changed. */
function read(storageKey: string): StoredKey | undefined {
  try {
    const { key, isSent } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<StoredKey>
    return typeof key === 'string' ? { key, isSent: isSent === true } : undefined
  } catch {
    return undefined
  }
}

function write(storageKey: string, stored: StoredKey): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(stored))
  } catch {
    // The key lives as long as the page.
  }
}
