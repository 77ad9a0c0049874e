import type { BillState } from '#contract/billing/values.ts'

const looks: Record<BillState, { words: string; style: string }> = {
  paid: { words: 'Paid', style: 'active' },
  open: { words: 'Open', style: 'past-due' },
  'not collected': { words: 'Not collected', style: 'neutral' },
  'partly refunded': { words: 'Partly refunded', style: 'neutral' },
  refunded: { words: 'Refunded', style: 'neutral' },
}

export function BillBadge({ state }: { state: BillState }) {
  const { words, style } = looks[state]
  return <span className={`badge ${style}`}>{words}</span>
}
