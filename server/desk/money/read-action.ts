import { readAmount } from '#contract/billing/read-amount.ts'
import { refundReasonIn } from '#contract/billing/refund-reasons.ts'
import type { previewMoney } from '#contract/desk/money/calls.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import { required } from '#contract/wire/rule-messages.ts'
import type { MoneyAction } from '#server/billing/approvals/money-action.ts'
import type { HowMuch } from '#server/billing/refunds/choose-lines.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

type Body = Pick<
  ParsedBodyOf<typeof previewMoney>,
  'action' | 'bill' | 'how_much' | 'amount' | 'lines' | 'days' | 'reason' | 'once_settled'
>

/** The body has passed the rules of the form. */
export function readAction(body: Body): MoneyAction | Refused {
  switch (body.action) {
    case 'refund':
    case 'credit':
    case 'take-back':
    case 'pay-out': {
      const reason = refundReasonIn(body.reason)
      if (!reason) return refuse('invalid-fields', { errors: { reason: [required] } })
      return {
        kind: body.action,
        bill: body.bill,
        howMuch: howMuchIn(body),
        reason,
        ...(body.once_settled && body.action === 'refund' && { isOnceSettled: true as const }),
      }
    }
    case 'extend':
      return { kind: 'extend', days: Number(body.days) }
    default:
      return { kind: 'waive' }
  }
}

function howMuchIn({ how_much, amount, lines }: Body): HowMuch {
  if (how_much === 'amount') return { kind: 'amount', cents: readAmount(amount) ?? 0 }
  return how_much === 'lines' ? { kind: 'lines', positions: lines } : { kind: 'rest' }
}
