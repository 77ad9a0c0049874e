import type { SmallFault } from './fault.ts'

export const faults: SmallFault[] = [
  {
    name: 'Hints have too little contrast',
    file: 'web/styles/tokens.css',
    from: '--muted: #515d7d;',
    to: '--muted: #8f99b3;',
    noticedBy: ['e2e/shell.spec.ts', 'e2e/browser-select.spec.ts'],
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
    noticedBy: ['e2e/shell.spec.ts'],
  },
  {
    name: 'Tables do not stack on a phone',
    file: 'web/styles/parts/table.css',
    from: '@media (max-width: 38.74875em)',
    to: '@media (max-width: 18.74875em)',
    noticedBy: ['e2e/choose-account.spec.ts', 'e2e/long-words.spec.ts'],
  },
  {
    name: 'A spinner turns for those who want less motion',
    file: 'web/styles/base.css',
    from: `    animation: breathe 2.4s ease-in-out infinite;
`,
    to: '',
    noticedBy: ['e2e/shell.spec.ts'],
  },
  {
    name: 'The buttons of a bill are printed',
    file: 'web/styles/print.css',
    from: `  .page .dialog,
  .page .unprinted {`,
    to: '  .page .dialog {',
    noticedBy: ['e2e/billing.spec.ts', 'e2e/shell.spec.ts'],
  },
]
