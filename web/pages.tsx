import type { ComponentType } from 'react'
import type { PageName, PageProps } from '#contract/pages.ts'
import { legacyTitleAt } from './features/sign-up/legacy/place-titles.ts'
import { titleOfStep } from './features/sign-up/step-titles.ts'
import { definePages } from './page-table.ts'

const SIGN_UP =
  'Sign up for a single-line or triple-line power dialer with leads and data, paid by the month. Choose only what you need.'

/** The table of contents: which file renders a page, and what its tab says. */
export const productPages = definePages<PageName, PageProps>({
  files: import.meta.glob<Record<string, ComponentType<PageProps>>>('./features/*/*Page.tsx'),
  folder: './features',
  pages: {
    'sign-in': {
      file: 'sign-in/SignInPage',
      description:
        'Log in to your power dialer, your lists and your leads, or manage the payment of your account.',
      title: ({ query }) => (query.mr === '1' ? 'Manage your payment' : 'Login'),
    },
    'sign-up': { file: 'sign-up/SignUpPage', title: titleOfStep(1), description: SIGN_UP },
    'resume-sign-up': { file: 'sign-up/ResumeSignUpPage', title: 'Continue your sign-up' },
    'legacy-sign-up': {
      file: 'sign-up/LegacySignUpPage',
      title: ({ path }) => legacyTitleAt(path),
      description: SIGN_UP,
    },
    'password-reset': { file: 'password-reset/PasswordResetPage', title: 'Reset password' },
    'new-password': { file: 'password-reset/NewPasswordPage', title: 'New password' },
    authorize: { file: 'authorize/AuthorizePage', title: 'Sign In' },
    'authorize-zapier': { file: 'authorize/AuthorizePage', title: 'Sign In' },
    account: { file: 'account/AccountPage', title: 'Account' },
    'email-video': { file: 'email-video/EmailVideoPage', title: 'Connect' },
    'demo-partner': { file: 'demo-partner/DemoPartnerPage', title: 'Demo Partner' },
    'connected-apps': { file: 'connected-apps/ConnectedAppsPage', title: 'Connected apps' },
    details: { file: 'details/DetailsPage', title: 'Details' },
    people: { file: 'people/PeoplePage', title: 'People' },
    security: { file: 'security/SecurityPage', title: 'Security' },
    invitation: { file: 'people/InvitationPage', title: 'Invitation' },
    'new-email': { file: 'security/NewEmailPage', title: 'New email' },
    plan: { file: 'plan/PlanPage', title: 'Plan' },
    billing: { file: 'billing/BillingPage', title: 'Billing' },
    bill: { file: 'billing/BillPage', title: 'Bill' },
    pay: { file: 'billing/PayPage', title: 'Pay' },
    cancel: { file: 'cancel/CancelPage', title: 'Cancel' },
    cancellation: { file: 'cancel/CancellationPage', title: 'Cancellation' },
    reactivate: { file: 'billing/ReactivatePage', title: 'Reactivate' },
    'browser-select': { file: 'browser-select/BrowserSelectPage', title: 'Choose a browser' },
    webinars: { file: 'webinars/WebinarsPage', title: 'Training webinars' },
    'cancellation-feedback': {
      file: 'feedback/CancellationFeedbackPage',
      title: 'Cancellation feedback',
    },
    'feedback-form': { file: 'feedback/FeedbackFormPage', title: 'Feedback' },
    'smtp-confirmation': {
      file: 'smtp-confirmation/SmtpConfirmationPage',
      title: 'SMTP email confirmation',
    },
    'outgoing-mail': { file: 'outgoing-mail/OutgoingMailPage', title: 'Outgoing mail' },
    'api-reference': {
      file: 'api-reference/ApiReferencePage',
      title: 'Calls of this service',
      description: 'Every call of this service: its address, its fields and its answers.',
    },
    mailbox: { file: 'mailbox/MailboxPage', title: 'Mailbox' },
    charges: { file: 'charges/ChargesPage', title: 'Sandbox charges' },
    gallery: { file: 'gallery/GalleryPage', title: 'Pieces' },
  },
})
