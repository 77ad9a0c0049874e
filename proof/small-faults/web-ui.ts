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
    noticedBy: ['e2e/dialog.spec.ts', 'e2e/choose-account-login.spec.ts'],
  },
  {
    name: 'A double click also presses what the dialog shows under it',
    file: 'web/ui/Dialog.tsx',
    from: 'const DOUBLE_PRESS_MS = 500',
    to: 'const DOUBLE_PRESS_MS = 5',
    noticedBy: ['e2e/choose-account-login.spec.ts', 'e2e/sign-up-legacy-offers.spec.ts'],
  },
  {
    name: 'A button does not say that it is busy',
    file: 'web/ui/Button.tsx',
    from: `      aria-busy={busy || undefined}
`,
    to: '',
    noticedBy: ['e2e/shell.spec.ts', 'e2e/sign-in.spec.ts'],
  },
]
