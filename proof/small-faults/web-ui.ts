import type { SmallFault } from './fault.ts'

export const faults: SmallFault[] = [
  {
    name: 'Escape does not close a dialog',
    file: 'web/ui/Dialog.tsx',
    from: `    event.preventDefault()
    leave()
`,
    to: `    event.preventDefault()
`,
    noticedBy: ['web/ui/dialog.browser.test.tsx'],
  },
  {
    name: 'A double click also presses what the dialog shows under it',
    file: 'web/ui/Dialog.tsx',
    from: 'const DOUBLE_PRESS_MS = 500',
    to: 'const DOUBLE_PRESS_MS = 5',
    noticedBy: ['web/ui/dialog.browser.test.tsx', 'e2e/choose-account.spec.ts'],
  },
  {
    name: 'A button does not say that it is busy',
    file: 'web/ui/Button.tsx',
    from: `      aria-busy={busy || undefined}
`,
    to: '',
    noticedBy: [
      'web/form/before-script.browser.test.tsx',
      'web/features/visitors/sign-in/sign-in-form.browser.test.tsx',
    ],
  },
]
