import type { SmallFault } from './fault.ts'

export const faults: SmallFault[] = [
  {
    name: 'Hints have too little contrast',
    file: 'web/styles/tokens.css',
    from: '--muted: #515d7d;',
    to: '--muted: #8f99b3;',
    noticedBy: ['web/form/fields.browser.test.tsx', 'e2e/layout.spec.ts'],
  },
  {
    name: 'The menu button of a phone is too small',
    file: 'web/styles/header.css',
    from: `    display: block;
    height: 2.25rem;
    padding: 0 var(--space-6);`,
    to: `    display: block;
    height: 1rem;
    padding: 0;
    overflow: hidden;`,
    noticedBy: ['web/ui/layout.browser.test.tsx'],
  },
  {
    name: 'Tables do not stack on a phone',
    file: 'web/styles/parts/table.css',
    from: '@media (max-width: 38.74875em)',
    to: '@media (max-width: 18.74875em)',
    noticedBy: ['web/features/dev/charges/charges.browser.test.tsx', 'e2e/layout.spec.ts'],
  },
  {
    name: 'A spinner turns for those who want less motion',
    file: 'web/styles/base.css',
    from: `    animation: breathe 2.4s ease-in-out infinite;
`,
    to: '',
    noticedBy: ['web/ui/layout.browser.test.tsx'],
  },
  {
    name: 'The header of a bill is printed',
    file: 'web/styles/print.css',
    from: `  .page > .head,
`,
    to: '',
    noticedBy: ['web/ui/layout.browser.test.tsx', 'web/features/account/billing/bill.browser.test.tsx'],
  },
]
