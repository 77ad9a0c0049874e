import { formatAmount } from '#contract/money.ts'
import type { BillLine } from './bills.ts'

export const FIRST_BILL = 'Your first bill.'
export const SAME_BILL = 'The same as the bill before.'

/** Why a monthly bill differs from the one before, in a sentence that names each difference with its amount. */
export function explainBill(lines: readonly BillLine[], before: readonly BillLine[]): string {
  if (before.length === 0) return FIRST_BILL
  const labels = [...new Set([...lines, ...before].map(({ label }) => label))]
  const changes = labels.flatMap((label) => {
    const now = lines.find((line) => line.label === label)
    const then = before.find((line) => line.label === label)
    return changeOf(label, now, then)
  })
  const difference = totalOf(lines) - totalOf(before)
  if (changes.length === 0) return SAME_BILL
  if (difference === 0) return `As much as the bill before, for another plan: ${changes.join('; ')}.`
  const side = difference > 0 ? 'more' : 'less'
  return `${formatAmount(Math.abs(difference))} ${side} than the bill before: ${changes.join('; ')}.`
}

function changeOf(label: string, now: BillLine | undefined, then: BillLine | undefined): string[] {
  const difference = (now?.amount ?? 0) - (then?.amount ?? 0)
  const by = `${difference < 0 ? '−' : '+'}${formatAmount(Math.abs(difference))}`
  if (!then) return [`${label} was added (${by})`]
  if (!now) return [`${label} was dropped (${by})`]
  const changes: string[] = []
  if (now.quantity !== then.quantity) changes.push(`${label} went from ${then.quantity} to ${now.quantity}`)
  if (now.unitPrice !== then.unitPrice)
    changes.push(`${label} now costs ${formatAmount(now.unitPrice)}, not ${formatAmount(then.unitPrice)}`)
  return changes.length > 0 ? [`${changes.join(', and ')} (${by})`] : []
}

function totalOf(lines: readonly BillLine[]): number {
  return lines.reduce((sum, line) => sum + line.amount, 0)
}
