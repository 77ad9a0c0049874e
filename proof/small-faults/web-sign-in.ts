import type { SmallFault } from './fault.ts'

export const faults: SmallFault[] = [
  {
    name: 'The way to a new password loses the query of the sign-in',
    file: 'web/features/visitors/sign-in/SignInForm.tsx',
    from: "const path = keepingQuery(pages['password-reset'], query)",
    to: "const path = pages['password-reset']",
    noticedBy: ['web/features/visitors/sign-in/sign-in-form.browser.test.tsx', 'e2e/sign-in.spec.ts'],
  },
  {
    name: 'An answer that comes after the page was left signs in',
    file: 'web/choose-account/use-account-choice.ts',
    from: `  useLeaving(cancel)
`,
    to: '',
    noticedBy: ['web/form/leaving.browser.test.tsx'],
  },
  {
    name: 'A reset link that could not be checked is called invalid',
    file: 'web/features/visitors/password-reset/NewPasswordPage.tsx',
    from: "setCheck({ kind: 'unanswered', text: sentenceOf(errors) })",
    to: "errors && setCheck({ kind: 'invalid', isNews: isAskedAgain })",
    noticedBy: ['web/features/visitors/password-reset/new-password.browser.test.tsx'],
  },
  {
    name: 'A partner gets no state back',
    file: 'web/features/partners/authorize/AuthorizePage.tsx',
    from: `  'state',
`,
    to: '',
    noticedBy: ['web/features/partners/authorize/authorize.browser.test.tsx'],
  },
]
