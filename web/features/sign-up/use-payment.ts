import { useRef, useState } from 'react'
import type { BodyOf } from '#contract/calls/call.ts'
import type { submitSignUp } from '#contract/calls/sign-up.ts'
import type { Provider } from '#contract/provider.ts'
import { isInternetExplorer } from '#contract/user-agent.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { endsOrder, submitOrder } from './submit-order.ts'
import { useCancellable } from './use-cancellable.ts'

const PATIENCE_MS = 3_000

/** What no form asks for: the key of the order, and the device that it comes from. */
export type Marks = { SEONPayload: string; idempotency_key: string }
type Payment = {
  orderOf: (marks: Marks) => BodyOf<typeof submitSignUp>
  onPaid: () => void
  onRefused: (errors: ServerErrors) => void
}

/** Pays for a sign-up: one key until the outcome is known, then away to where it is told. */
export function usePayment(provider: Provider) {
  const payments = useCancellable()
  const [isConfirming, setConfirming] = useState(false)
  const key = useRef('')
  const fingerprint = useRef<Promise<string>>(undefined)

  /** The device is looked at while the card is being typed. */
  function prepare(): Promise<string> {
    fingerprint.current ??= import('./fraud-agent.ts')
      .then(({ startFingerprint }) => startFingerprint(provider))
      .catch(() => '')
    return fingerprint.current
  }

  async function pay({ orderOf, onPaid, onRefused }: Payment): Promise<TaskResult> {
    key.current ||= crypto.randomUUID()
    const SEONPayload = await inTime(prepare())
    const outcome = await submitOrder(orderOf({ SEONPayload, idempotency_key: key.current }), {
      signal: payments.begin(),
      onConfirming: () => setConfirming(true),
    })
    if (outcome.kind === 'answered') {
      onPaid()
      const isOld = isInternetExplorer(navigator.userAgent)
      location.assign(isOld ? '/browser_select/?status=registered' : '/login/?status=registered')
      return 'leaving'
    }
    setConfirming(false)
    // A definite refusal ends this order; the next try is a new one.
    if (endsOrder(outcome)) key.current = ''
    if (outcome.kind === 'refused') onRefused(outcome.errors)
    if (outcome.kind === 'failed') onRefused(outcome.message)
    return undefined
  }

  return { pay, prepare, isConfirming }
}

/** Nobody waits long for it: without one the order goes all the same. */
function inTime(fingerprint: Promise<string>): Promise<string> {
  const patience = new Promise<string>((resolve) => setTimeout(() => resolve(''), PATIENCE_MS))
  return Promise.race([fingerprint, patience])
}
