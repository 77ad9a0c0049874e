import type { SmallFault } from './fault.ts'

export const faults: SmallFault[] = [
  {
    name: 'The button of a plan change names another amount than is charged',
    file: 'web/features/account/plan/Preview.tsx',
    from: 'formatAmount(nowCents)',
    to: 'formatAmount(preview.nextCents)',
    noticedBy: ['e2e/plan.spec.ts'],
  },
  {
    name: 'A quantity at its end loses the focus',
    file: 'web/features/account/plan/Stepper.tsx',
    from: `disabled={!isHydrated}
        aria-disabled={quantity <= least}`,
    to: 'disabled={!isHydrated || quantity <= least}',
    noticedBy: ['e2e/plan.spec.ts'],
  },
  {
    name: 'A billing manager is offered to cancel the subscription',
    file: 'web/features/account/billing/BillingPage.tsx',
    from: "{may(values.role, 'end-account') && scope !== 'reactivation'",
    to: "{scope !== 'reactivation'",
    noticedBy: ['e2e/roles.spec.ts', 'e2e/billing.spec.ts'],
  },
  {
    name: 'An invitation that is refused loses what was typed',
    file: 'web/features/account/people/InviteTile.tsx',
    from: '    else onSent()',
    to: '    onSent()',
    noticedBy: ['e2e/people.spec.ts', 'e2e/roles.spec.ts'],
  },
  {
    name: 'Older activity forgets the filter',
    file: 'web/features/account/activity/Paging.tsx',
    from: `?\${filter && \`\${filter}&\`}before=`,
    to: '?before=',
    noticedBy: ['e2e/activity.spec.ts'],
  },
  {
    name: 'A save that was lost is said to be done',
    file: 'web/features/account/details/use-saving.ts',
    from: "    if (outcome.kind === 'answered') setSaved(typed)",
    to: '    setSaved(typed)',
    noticedBy: ['e2e/details.spec.ts'],
  },
  {
    name: 'The dialog that asks for the password stays when the page is left',
    file: 'web/account/step-up/StepUpDialog.tsx',
    from: `  useLeaving(() => onEnd('canceled'))
`,
    to: '',
    noticedBy: ['e2e/step-up.spec.ts'],
  },
]
