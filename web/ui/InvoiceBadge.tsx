import type { InvoiceState } from '#contract/billing/values.ts'

const looks: Record<InvoiceState, { words: string; style: string }> = {
  paid: { words: 'Paid', style: 'active' },
  open: { words: 'Open', style: 'past-due' },
  'not collected': { words: 'Not collected', style: 'neutral' },
  'partly refunded': { words: 'Partly refunded', style: 'neutral' },
  refunded: { words: 'Refunded', style: 'neutral' },
}

export function InvoiceBadge({ state }: { state: InvoiceState }) {
  const { words, style } = looks[state]
  return <span className={`badge ${style}`}>{words}</span>
}
