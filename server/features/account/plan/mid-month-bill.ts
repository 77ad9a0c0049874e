import { type Day, formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { ChangePreview } from '#contract/catalogue/plan-change.ts'
import type { InvoiceLine } from '#server/billing/invoices/invoices.ts'

/** The invoice lines of the preview: additions, and credits for what ends. */
export function linesOfChange({
  daysLeft,
  daysOfMonth,
  nowLines,
  creditLines,
}: ChangePreview): InvoiceLine[] {
  const part = `${daysLeft} of ${daysOfMonth} days`
  return [
    ...nowLines.map(
      ({ label, count, unitPrice, cents }): InvoiceLine => ({
        kind: 'part-month',
        label: `${label}, ${part}`,
        quantity: count,
        unitPrice,
        amount: cents,
      }),
    ),
    ...creditLines.map(
      ({ label, count, unitPrice, cents }): InvoiceLine => ({
        kind: 'credit',
        label: `${label} credit, ${part}`,
        quantity: count,
        unitPrice: -unitPrice,
        amount: -cents,
      }),
    ),
  ]
}

export function noteOfChange(preview: ChangePreview, monthEnds: Day): string {
  const { daysLeft, daysOfMonth, creditLines, repriced } = preview
  const sentences = [
    `This bill is for what you added: ${daysLeft} of ${daysOfMonth} days, up to ${formatDay(monthEnds)}. Your next monthly bill covers it in full.`,
  ]
  for (const { label } of creditLines) {
    sentences.push(
      `${label} was exchanged. It ended on the day of this bill, and its remaining days are credited against what you added.`,
    )
  }
  for (const { label, from, to } of repriced) {
    sentences.push(
      `From ${formatDay(monthEnds)} each ${label} costs ${formatAmount(to)} a month, not ${formatAmount(from)}.`,
    )
  }
  return sentences.join(' ')
}
