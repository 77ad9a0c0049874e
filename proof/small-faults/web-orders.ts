import type { SmallFault } from './fault.ts'

export const faults: SmallFault[] = [
  {
    name: 'An order whose answer was lost is sent again under a new key',
    file: 'web/orders/use-order.ts',
    from: "if (isOthers || news.kind === 'refused' ||",
    to: "if (isOthers || news.kind === 'unknown' || news.kind === 'refused' ||",
    noticedBy: ['web/orders/use-order.test.ts', 'web/orders/orders.browser.test.tsx'],
  },
  {
    name: 'A declined order is still said to be in confirmation',
    file: 'web/orders/use-order.ts',
    from: `    if (news.kind !== 'done') setConfirming(false)
`,
    to: '',
    noticedBy: ['web/features/account/billing/billing.browser.test.tsx'],
  },
]
