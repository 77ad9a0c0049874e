import type { ComponentType } from 'react'
import type { PageProps } from '#contract/page-values.ts'
import type { PageName } from '#contract/pages.ts'
import { legacyTitleAt } from './features/visitors/sign-up/legacy/legacy-step-titles.ts'
import { titleOfStep } from './features/visitors/sign-up/step-titles.ts'
import { definePages } from './page-table.ts'

const SIGN_UP =
  'Sign up for a single-line or triple-line power dialer with leads and data, billed monthly. Choose only what you need.'

/** The table of contents: which file renders a page, and its title. */
export const productPages = definePages<PageName, PageProps>({
  files: import.meta.glob<Record<string, ComponentType<PageProps>>>('./features/*/*/*Page.tsx'),
  sheets: import.meta.glob<string>('./features/*/*/*.css', {
    query: '?inline',
    import: 'default',
    eager: true,
  }),
  // `account/plan/PlanPage` → `./features/account/plan/plan.css`
  sheetOf: (file) => file.replace(/^(.+\/([^/]+))\/[^/]+$/, './features/$1/$2.css'),
  folder: './features',
  pages: {
    'sign-in': {
      file: 'visitors/sign-in/SignInPage',
      description: 'Sign in to your power dialer, lists and leads, or manage your payments.',
      title: ({ query }) => (query.mr === '1' ? 'Manage your payment' : 'Login'),
    },
    'second-step': { file: 'visitors/second-step/SecondStepPage', title: 'Confirm it’s you' },
    'second-factor-demand': {
      file: 'visitors/second-step/SecondFactorDemandPage',
      title: 'Two-step verification',
    },
    'keep-second-factor': { file: 'visitors/second-step/KeepSecondFactorPage', title: 'Cancel a request' },
    'sign-up': { file: 'visitors/sign-up/SignUpPage', title: titleOfStep(1), description: SIGN_UP },
    'resume-sign-up': { file: 'visitors/sign-up/ResumeSignUpPage', title: 'Continue your sign-up' },
    'sign-up-review': { file: 'visitors/sign-up/SignUpReviewPage', title: 'Your sign-up' },
    'legacy-sign-up': {
      file: 'visitors/sign-up/LegacySignUpPage',
      title: ({ path }) => legacyTitleAt(path),
      description: SIGN_UP,
    },
    'password-reset': { file: 'visitors/password-reset/PasswordResetPage', title: 'Reset password' },
    'new-password': { file: 'visitors/password-reset/NewPasswordPage', title: 'New password' },
    'not-me': { file: 'visitors/not-me/NotMePage', title: 'This was not me' },
    authorize: { file: 'partners/authorize/AuthorizePage', title: 'Sign In' },
    'authorize-zapier': { file: 'partners/authorize/AuthorizePage', title: 'Sign In' },
    account: { file: 'account/overview/AccountPage', title: 'Account' },
    'email-video': { file: 'partners/email-video/EmailVideoPage', title: 'Connect' },
    'demo-partner': { file: 'dev/demo-partner/DemoPartnerPage', title: 'Demo Partner' },
    'demo-provider': { file: 'dev/demo-provider/DemoProviderPage', title: 'Demo Provider' },
    'connected-apps': { file: 'account/connected-apps/ConnectedAppsPage', title: 'Connected apps' },
    details: { file: 'account/details/DetailsPage', title: 'Details' },
    people: { file: 'account/people/PeoplePage', title: 'People' },
    security: { file: 'account/security/SecurityPage', title: 'Security' },
    activity: { file: 'account/activity/ActivityPage', title: 'Activity' },
    'second-factor': { file: 'account/second-factor/SecondFactorPage', title: 'Two-step verification' },
    passkeys: { file: 'account/passkeys/PasskeysPage', title: 'Passkeys' },
    invitation: { file: 'account/people/InvitationPage', title: 'Invitation' },
    'hand-over': { file: 'account/people/HandOverPage', title: 'New owner' },
    'new-email': { file: 'account/security/NewEmailPage', title: 'New email' },
    'email-bounced': { file: 'account/security/EmailBouncedPage', title: 'Your email' },
    'email-works': { file: 'account/security/EmailWorksPage', title: 'Test email' },
    plan: { file: 'account/plan/PlanPage', title: 'Plan' },
    billing: { file: 'account/billing/BillingPage', title: 'Billing' },
    bill: { file: 'account/billing/InvoicePage', title: 'Bill' },
    'credit-note': { file: 'account/billing/CreditNotePage', title: 'Credit note' },
    pay: { file: 'account/billing/PayPage', title: 'Pay' },
    cancel: { file: 'account/cancel/CancelPage', title: 'Cancel' },
    cancellation: { file: 'account/cancel/CancellationPage', title: 'Cancellation' },
    reactivate: { file: 'account/reactivate/ReactivatePage', title: 'Reactivate' },
    'browser-select': { file: 'public/browser-select/BrowserSelectPage', title: 'Choose a browser' },
    webinars: { file: 'public/webinars/WebinarsPage', title: 'Training webinars' },
    'cancellation-feedback': {
      file: 'public/feedback/CancellationFeedbackPage',
      title: 'Cancellation feedback',
    },
    'feedback-form': { file: 'public/feedback/FeedbackFormPage', title: 'Feedback' },
    'smtp-confirmation': {
      file: 'public/smtp-confirmation/SmtpConfirmationPage',
      title: 'SMTP email confirmation',
    },
    'outgoing-mail': { file: 'account/outgoing-mail/OutgoingMailPage', title: 'Outgoing mail' },
    'api-reference': {
      file: 'public/api-reference/ApiReferencePage',
      title: 'API reference',
      description: 'Every API call of this service: its URL, its fields and its responses.',
    },
    mailbox: { file: 'dev/mailbox/MailboxPage', title: 'Mailbox' },
    charges: { file: 'dev/charges/ChargesPage', title: 'Sandbox charges' },
  },
})
