import type { InvoiceState } from '#contract/billing/values.ts'

const looks: Record<InvoiceState, { text: string; style: string }> = {
  paid: { text: 'Paid', style: 'active' },
  open: { text: 'Open', style: 'past-due' },
  'not collected': { text: 'Not collected', style: 'neutral' },
  'partly refunded': { text: 'Partly refunded', style: 'neutral' },
  refunded: { text: 'Refunded', style: 'neutral' },
  'partly returned': { text: 'Partly returned', style: 'neutral' },
  returned: { text: 'Returned', style: 'neutral' },
}

export function InvoiceBadge({ state }: { state: InvoiceState }) {
  const { text, style } = looks[state]
  return <span className={`badge ${style}`}>{text}</span>
}
