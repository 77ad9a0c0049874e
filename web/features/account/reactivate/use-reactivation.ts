import { useRef, useState } from 'react'
import { reactivate, reactivateWithCard } from '#contract/features/reactivate/calls.ts'
import { pages } from '#contract/pages.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { type Outcome, send } from '#web/api.ts'
import type { PaymentResult } from '#web/features/account/billing/use-payment.ts'
import type { CardValues } from '#web/form/card-fields.ts'

const ASK_AGAIN_MS = 2_500

/** One order under one key, asked about with the same key until the bank has answered. */
export function useReactivation(totalCents: number) {
  const [isConfirming, setConfirming] = useState(false)
  const key = useRef('')

  async function run(
    order: (with_: { total_cents: number; idempotency_key: string }) => Promise<Outcome<typeof reactivate>>,
  ): Promise<PaymentResult> {
    key.current ||= crypto.randomUUID()
    for (let hasSent = false; ; hasSent = true) {
      const outcome = await order({ total_cents: totalCents, idempotency_key: key.current })
      if (outcome.kind === 'answered' && outcome.answer.data.status === 'active') {
        location.assign(pages.account)
        return 'leaving'
      }
      if (outcome.kind === 'refused' && [400, 409].includes(outcome.status)) {
        key.current = ''
        setConfirming(false)
        return { refused: outcome.errors }
      }
      // Nothing has been answered yet: the first time that may be the network, later it is only waited for.
      if (outcome.kind !== 'answered' && !hasSent) {
        return { refused: outcome.kind === 'refused' ? outcome.errors : messages.networkError }
      }
      setConfirming(true)
      await new Promise((resume) => setTimeout(resume, ASK_AGAIN_MS))
    }
  }

  return {
    isConfirming,
    payOnFile: () => run((order) => send(reactivate, order)),
    payWith: (card: CardValues) => run((order) => send(reactivateWithCard, { ...card, ...order })),
  }
}
