import type { SmallFault } from './fault.ts'

export const faults: SmallFault[] = [
  {
    name: 'The error of a field is not tied to its input',
    file: 'web/form/FieldFrame.tsx',
    from: 'isBad ? ',
    to: '!isBad ? ',
    noticedBy: ['web/form/fields.browser.test.tsx', 'web/form/submit.browser.test.tsx'],
  },
  {
    name: 'A refused form leaves the focus on its button',
    file: 'web/form/use-form.ts',
    from: `    element.focus({ preventScroll: true })
`,
    to: '',
    noticedBy: ['web/form/submit.browser.test.tsx'],
  },
  {
    name: 'The security code of a card stays when the page is left',
    file: 'web/form/field-config.ts',
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
    noticedBy: ['web/features/visitors/sign-in/sign-in-form.browser.test.tsx'],
  },
  {
    name: 'Browsers may not fill in what they have saved',
    file: 'web/form/TextField.tsx',
    from: 'autoComplete={autoComplete}',
    to: 'autoComplete="off"',
    noticedBy: ['web/form/fields.browser.test.tsx'],
  },
]
