import type { SmallFault } from './fault.ts'

export const faults: SmallFault[] = [
  {
    name: 'The error of a field is not tied to its input',
    file: 'web/form/FieldFrame.tsx',
    from: 'isBad ? ',
    to: '!isBad ? ',
    noticedBy: ['e2e/form-fields.spec.ts', 'e2e/form-submit.spec.ts'],
  },
  {
    name: 'A refused form leaves the focus on its button',
    file: 'web/form/form-elements.ts',
    from: `    element.focus({ preventScroll: true })
`,
    to: '',
    noticedBy: ['e2e/form-submit.spec.ts', 'e2e/sign-up-fields.spec.ts'],
  },
  {
    name: 'The security code of a card stays when the page is left',
    file: 'web/form/secrets.ts',
    from: `  'cvv',
`,
    to: '',
    noticedBy: ['web/form/form-state.test.ts', 'e2e/sign-up-back.spec.ts'],
  },
  {
    name: 'A form that Back restores stays busy',
    file: 'web/form/use-busy.ts',
    from: 'if (!event.persisted) return',
    to: 'if (event.persisted) return',
    noticedBy: ['e2e/sign-in.spec.ts', 'e2e/back-forward-cache.spec.ts'],
  },
  {
    name: 'Browsers may not fill in what they have saved',
    file: 'web/form/TextField.tsx',
    from: 'autoComplete={autoComplete}',
    to: 'autoComplete="off"',
    noticedBy: ['e2e/form-fields.spec.ts', 'e2e/password-managers.spec.ts'],
  },
]
