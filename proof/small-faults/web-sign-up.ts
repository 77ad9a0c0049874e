import type { SmallFault } from './fault.ts'

export const faults: SmallFault[] = [
  {
    name: 'A late refusal takes people out of the step they are filling in',
    file: 'web/features/visitors/sign-up/use-new-wizard.ts',
    from: 'showRefusal(errors, presence.isOccupied())',
    to: 'showRefusal(errors, false)',
    noticedBy: ['web/features/visitors/sign-up/meanwhile.browser.test.tsx'],
  },
  {
    name: 'The legacy wizard takes people out of the step they are filling in',
    file: 'web/features/visitors/sign-up/legacy/legacy-wizard.ts',
    from: 'event.isOccupied || opening.step !== step',
    to: 'opening.step !== step',
    noticedBy: [
      'web/features/visitors/sign-up/legacy/legacy-wizard.test.ts',
      'web/features/visitors/sign-up/meanwhile.browser.test.tsx',
    ],
  },
  {
    name: 'The next step opens without the focus',
    file: 'web/features/visitors/sign-up/wizard-parts.ts',
    from: `    contentRef.current
      ?.querySelector<HTMLElement>(':scope > :not([hidden]) h1')
      ?.focus({ preventScroll: true })
`,
    to: '',
    noticedBy: ['web/features/visitors/sign-up/billing-step.browser.test.tsx', 'e2e/sign-up-legacy.spec.ts'],
  },
  {
    name: 'Back on the second step leaves the sign-up',
    file: 'web/features/visitors/sign-up/wizard-parts.ts',
    from: "history.pushState(null, '', withQuery(path))",
    to: "history.replaceState(null, '', withQuery(path))",
    noticedBy: ['e2e/sign-up.spec.ts'],
  },
  {
    name: 'The draft keeps the repeated password',
    file: 'web/features/visitors/sign-up/draft.ts',
    from: 'const { password, password2, ...kept } = values',
    to: 'const { password, ...kept } = values',
    noticedBy: [
      'web/features/visitors/sign-up/draft.test.ts',
      'web/features/visitors/sign-up/draft.browser.test.tsx',
    ],
  },
  {
    name: 'An answer about an email that was changed since is shown',
    file: 'web/features/visitors/sign-up/wizard-effects.ts',
    from: 'if (lastLookedUp.current !== email.trim()) requests.cancel()',
    to: "if (email.trim() === '') requests.cancel()",
    noticedBy: ['web/features/visitors/sign-up/email-lookup.browser.test.tsx'],
  },
  {
    name: 'The last day to cancel is one day late',
    file: 'web/features/visitors/sign-up/BillingStep.tsx',
    from: 'formatDay(dayBefore(nextChargeOn))',
    to: 'formatDay(nextChargeOn)',
    noticedBy: ['web/features/visitors/sign-up/billing-step.browser.test.tsx', 'e2e/sign-up.spec.ts'],
  },
  {
    name: 'The title of the tab stays at the first step',
    file: 'web/features/visitors/sign-up/SignUpPage.tsx',
    from: 'titleOfStep(step)',
    to: 'titleOfStep(1)',
    noticedBy: ['web/features/visitors/sign-up/billing-step.browser.test.tsx'],
  },
  {
    name: 'A reload gives an unanswered order a new key',
    file: 'web/features/visitors/sign-up/storage.ts',
    from: `    open ??= readOpenOrder(storage)
`,
    to: '',
    noticedBy: ['e2e/sign-up-legacy.spec.ts'],
  },
  {
    name: 'The legacy wizard keeps a sign-up that is paid',
    file: 'web/features/visitors/sign-up/legacy/use-legacy-wizard.ts',
    from: `        dropProgress(tabStorage)
`,
    to: '',
    noticedBy: ['web/features/visitors/sign-up/payment.browser.test.tsx', 'e2e/sign-up-legacy.spec.ts'],
  },
]
