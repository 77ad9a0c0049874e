import * as paymentMessages from '#contract/billing/messages.ts'
import type { balance, payOpen } from '#contract/features/billing/calls.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import type { Outcome } from '#web/api.ts'
import type { ServerErrors } from '#web/form/refusal.ts'

const ASK_AGAIN_MS = 2_500

export type Paid = { kind: 'paid' | 'saved' | 'nothing_open'; number: string }

/** Sends a payment, and asks for the balance as long as the bank has not answered. */
export async function followPayment(
  pay: () => Promise<Outcome<typeof payOpen>>,
  askBalance: () => Promise<Outcome<typeof balance>>,
  onConfirming: (isConfirming: boolean) => void,
): Promise<Paid | { refused: ServerErrors }> {
  const sent = await pay()
  if (sent.kind === 'refused') return { refused: sent.errors }
  if (sent.kind !== 'answered')
    return { refused: sent.kind === 'failed' ? sent.message : ruleMessages.networkError }
  const { status, number } = sent.answer.data
  if (status !== 'confirming') return { kind: status, number }
  onConfirming(true)
  for (;;) {
    await new Promise((resume) => setTimeout(resume, ASK_AGAIN_MS))
    const asked = await askBalance()
    if (asked.kind !== 'answered' || asked.answer.data.status === 'confirming') continue
    onConfirming(false)
    return asked.answer.data.status === 'nothing_open'
      ? { kind: 'paid', number }
      : { refused: paymentMessages.notCharged }
  }
}
