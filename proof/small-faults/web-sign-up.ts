import type { SmallFault } from './fault.ts'

export const faults: SmallFault[] = [
  {
    name: 'The next step opens without the focus',
    file: 'web/features/visitors/sign-up/use-steps.ts',
    from: `    contentRef.current
      ?.querySelector<HTMLElement>(':scope > :not([hidden]) h1')
      ?.focus({ preventScroll: true })
`,
    to: '',
    noticedBy: ['e2e/sign-up-warnings.spec.ts', 'e2e/sign-up.spec.ts'],
  },
  {
    name: 'Back on the second step leaves the sign-up',
    file: 'web/features/visitors/sign-up/use-steps.ts',
    from: "history.pushState(null, '', withQuery(path))",
    to: "history.replaceState(null, '', withQuery(path))",
    noticedBy: ['e2e/sign-up-billing.spec.ts', 'e2e/sign-up-titles.spec.ts'],
  },
  {
    name: 'The draft keeps the repeated password',
    file: 'web/features/visitors/sign-up/draft.ts',
    from: 'const { password, password2, ...kept } = values',
    to: 'const { password, ...kept } = values',
    noticedBy: ['web/features/visitors/sign-up/draft.test.ts', 'e2e/sign-up-draft.spec.ts'],
  },
  {
    name: 'An answer about an email that was changed since is shown',
    file: 'web/features/visitors/sign-up/use-email-lookup.ts',
    from: 'if (lastAsked.current !== email.trim()) requests.cancel()',
    to: "if (email.trim() === '') requests.cancel()",
    noticedBy: ['e2e/sign-up-email.spec.ts'],
  },
  {
    name: 'The last day to cancel is one day late',
    file: 'web/features/visitors/sign-up/DueToday.tsx',
    from: 'formatDay(dayBefore(nextChargeOn))',
    to: 'formatDay(nextChargeOn)',
    noticedBy: ['e2e/sign-up-billing.spec.ts', 'e2e/sign-up-due.spec.ts'],
  },
  {
    name: 'The title of the tab stays at the first step',
    file: 'web/features/visitors/sign-up/NewWizard.tsx',
    from: 'titleOfStep(step)',
    to: 'titleOfStep(1)',
    noticedBy: ['e2e/sign-up-titles.spec.ts'],
  },
  {
    name: 'A reload gives an unanswered order a new key',
    file: 'web/features/visitors/sign-up/open-order.ts',
    from: `    open ??= readOpenOrder(storage)
`,
    to: '',
    noticedBy: ['e2e/sign-up-paid-before.spec.ts'],
  },
  {
    name: 'The legacy wizard keeps a sign-up that is paid',
    file: 'web/features/visitors/sign-up/legacy/use-legacy-state.ts',
    from: `        dropProgress(tabStorage)
`,
    to: '',
    noticedBy: ['e2e/sign-up-back.spec.ts', 'e2e/sign-up-legacy.spec.ts'],
  },
]
