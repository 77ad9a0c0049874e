import type { SmallFault } from './fault.ts'

export const faults: SmallFault[] = [
  {
    name: 'The button of a plan change names another amount than is charged',
    file: 'web/features/account/plan/Preview.tsx',
    from: 'formatAmount(nowCents)',
    to: 'formatAmount(preview.nextCents)',
    noticedBy: ['web/features/account/plan/plan.browser.test.tsx'],
  },
  {
    name: 'A quantity at its end loses the focus',
    file: 'web/features/account/plan/PlanPage.tsx',
    from: `disabled={!isHydrated}
        aria-disabled={quantity <= least}`,
    to: 'disabled={!isHydrated || quantity <= least}',
    noticedBy: ['web/features/account/plan/plan.browser.test.tsx'],
  },
  {
    name: 'A billing manager is offered to cancel the subscription',
    file: 'web/features/account/billing/BillingPage.tsx',
    from: "{may(values.role, 'end-account') && scope !== 'reactivation'",
    to: "{scope !== 'reactivation'",
    noticedBy: ['web/features/account/billing/billing.browser.test.tsx'],
  },
  {
    name: 'An invitation that is refused loses what was typed',
    file: 'web/features/account/people/InviteTile.tsx',
    from: '    else onSent()',
    to: '    onSent()',
    noticedBy: ['web/features/account/people/people.browser.test.tsx'],
  },
  {
    name: 'Older activity forgets the filter',
    file: 'web/features/account/activity/ActivityPage.tsx',
    from: `?\${filter && \`\${filter}&\`}before=`,
    to: '?before=',
    noticedBy: ['web/features/account/activity/activity.browser.test.tsx'],
  },
  {
    name: 'The page of the passkeys shows the status of the account',
    file: 'web/account/AccountLayout.tsx',
    from: '{isOn === undefined ? (',
    to: "{page !== 'second-factor' ? (",
    noticedBy: ['web/features/account/passkeys/passkeys.browser.test.tsx'],
  },
  {
    name: 'A save that was lost is said to be done',
    file: 'web/features/account/details/use-saving.tsx',
    from: "    if (outcome.kind === 'answered') setSaved(typed)",
    to: '    setSaved(typed)',
    noticedBy: ['web/features/account/details/details.browser.test.tsx'],
  },
  {
    name: 'The dialog that asks for the password stays when the page is left',
    file: 'web/account/step-up/ask-for-step-up.tsx',
    from: `  useLeaving(() => onEnd('canceled'))
`,
    to: '',
    noticedBy: ['web/account/step-up/step-up.browser.test.tsx'],
  },
]
