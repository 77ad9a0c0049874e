import type { AuthorizeValues } from '#contract/features/authorize.ts'
import type { PayValues } from '#contract/features/billing.ts'
import type { CancellationValues } from '#contract/features/cancel.ts'
import type { ChargesValues } from '#contract/features/charges.ts'
import type { DemoPartnerValues } from '#contract/features/demo-partner.ts'
import type { DemoProviderValues } from '#contract/features/demo-provider.ts'
import type { EmailVideoValues } from '#contract/features/email-video.ts'
import type { FeedbackFormValues } from '#contract/features/feedback.ts'
import type { MailboxValues } from '#contract/features/mailbox.ts'
import type { NotMeValues } from '#contract/features/not-me.ts'
import type { NewPasswordValues, PasswordResetValues } from '#contract/features/password-reset.ts'
import type { HandOverValues, InvitationValues } from '#contract/features/people.ts'
import type { ProvisioningNews } from '#contract/features/provisioning.ts'
import type {
  KeepSecondFactorValues,
  SecondFactorDemandValues,
  SecondStepValues,
} from '#contract/features/second-step.ts'
import type { EmailWorksValues, NewEmailValues } from '#contract/features/security.ts'
import type { SignInValues } from '#contract/features/sign-in.ts'
import type { SmtpConfirmationValues } from '#contract/features/smtp-confirmation.ts'
import type { WebinarsValues } from '#contract/features/webinars.ts'
import { type AccountPageName, accountPages } from './accounts/account-pages.ts'
import type {
  LegacySignUpValues,
  ResumeSignUpValues,
  SignUpReviewValues,
  SignUpValues,
} from './features/sign-up/values.ts'
import type { Public, Secret } from './wire/call.ts'

/** A page that needs no session. Its type is what the server passes to it. */
export type OpenPage<Values> = (Public | Secret) & {
  path: string
  title: string
  /** For search engines. Pages without one are not indexed. */
  description?: string
  /** If it differs from the page's name. */
  component?: string
  values?: Values
}

const openPage = <Values>(
  page: Omit<OpenPage<Values>, 'who' | 'proof'> & { why: string },
): OpenPage<Values> => ({
  ...page,
  who: 'everyone',
})

const secretPage = <Values>(
  page: Omit<OpenPage<Values>, 'who' | 'why'> & { proof: string },
): OpenPage<Values> => ({ ...page, who: 'secret' })

const linkPage = <Values>(
  page: Omit<OpenPage<Values>, 'who' | 'why'> & { path: `${string}:linkToken/` },
): OpenPage<Values> => secretPage({ ...page, proof: 'a mailed link' })

const SIGN_UP =
  'Sign up for a single-line or triple-line power dialer with leads and data, billed monthly. Choose only what you need.'

/** The pages that need no session. Those of the account are in accounts/account-pages.ts. */
export const openPages = {
  'sign-in': openPage<SignInValues & { setUp?: ProvisioningNews }>({
    path: '/login/',
    title: 'Login',
    description: 'Sign in to your power dialer, lists and leads, or manage your payments.',
    why: 'people sign in there',
  }),
  'second-step': secretPage<SecondStepValues>({
    path: '/login/second-step/',
    title: 'Confirm it’s you',
    proof: 'the cookie of a correct password',
  }),
  'second-factor-demand': secretPage<SecondFactorDemandValues>({
    path: '/login/second-step/set-up/',
    title: 'Two-step verification',
    proof: 'the cookie of a correct password',
  }),
  'keep-second-factor': linkPage<KeepSecondFactorValues>({
    path: '/login/second-step/keep/:linkToken/',
    title: 'Cancel a request',
  }),
  'sign-up': openPage<SignUpValues>({
    path: '/sign-up/:step',
    title: 'Sign up',
    description: SIGN_UP,
    why: 'a visitor has no account yet',
  }),
  'resume-sign-up': linkPage<ResumeSignUpValues>({
    path: '/sign-up/resume/:linkToken/',
    title: 'Continue your sign-up',
  }),
  'sign-up-review': openPage<SignUpReviewValues>({
    path: '/sign-up/review/',
    title: 'Your sign-up',
    why: 'it says the same to everyone',
  }),
  /** Served at the same URLs: see server/features/visitors/sign-up/page.ts. */
  'legacy-sign-up': openPage<LegacySignUpValues>({
    path: '/sign-up/:step',
    title: 'Sign up',
    description: SIGN_UP,
    why: 'a visitor has no account yet',
  }),
  'password-reset': openPage<PasswordResetValues>({
    path: '/password-reset/',
    title: 'Reset password',
    why: 'a person without a password cannot sign in',
  }),
  'new-password': linkPage<NewPasswordValues>({
    path: '/password-reset/confirm/:linkToken/',
    title: 'New password',
  }),
  'not-me': linkPage<NotMeValues>({ path: '/not-me/:linkToken/', title: 'This was not me' }),
  authorize: openPage<AuthorizeValues>({
    path: '/oauth/authorize/',
    title: 'Sign In',
    why: 'the password is the proof',
  }),
  'authorize-zapier': openPage<AuthorizeValues>({
    path: '/oauth/zapier_authorize/',
    title: 'Sign In',
    component: 'AuthorizePage',
    why: 'the password is the proof',
  }),
  invitation: linkPage<InvitationValues>({ path: '/account/invitation/:linkToken/', title: 'Invitation' }),
  'hand-over': linkPage<HandOverValues>({ path: '/account/hand-over/:linkToken/', title: 'New owner' }),
  'new-email': linkPage<NewEmailValues>({ path: '/account/email/:linkToken/', title: 'New email' }),
  'email-works': linkPage<EmailWorksValues>({
    path: '/account/email-works/:linkToken/',
    title: 'Test email',
  }),
  'email-video': secretPage<EmailVideoValues>({
    path: '/integrations/bombbomb/redirect_uri/',
    title: 'Connect',
    proof: 'a one-time code of the partner',
  }),
  'demo-partner': openPage<DemoPartnerValues>({
    path: '/demo/partner/',
    title: 'Demo Partner',
    why: 'only a demo serves it',
  }),
  'demo-provider': openPage<DemoProviderValues>({
    path: '/demo/provider/',
    title: 'Demo Provider',
    why: 'only a demo serves it',
  }),
  pay: linkPage<PayValues>({ path: '/pay/:linkToken/', title: 'Pay' }),
  cancellation: secretPage<CancellationValues>({
    path: '/cancellation/:reference/',
    title: 'Cancellation',
    proof: 'a reference that nobody can guess',
  }),
  'browser-select': openPage<Record<string, never>>({
    path: '/browser_select/',
    title: 'Choose a browser',
    why: 'it says the same to everyone',
  }),
  webinars: openPage<WebinarsValues>({
    path: '/single/training-webinars/',
    title: 'Training webinars',
    why: 'it says the same to everyone',
  }),
  'cancellation-feedback': openPage<Record<string, never>>({
    path: '/single/cancellation-feedback/',
    title: 'Cancellation feedback',
    why: 'people who left can no longer sign in',
  }),
  'feedback-form': openPage<FeedbackFormValues>({
    path: '/single/cancellation-feedback/form/',
    title: 'Feedback',
    why: 'people who left can no longer sign in',
  }),
  'smtp-confirmation': linkPage<SmtpConfirmationValues>({
    path: '/single/smtp-settings-confirmation/:linkToken/',
    title: 'SMTP email confirmation',
  }),
  'api-reference': openPage<{ document: object }>({
    path: '/openapi/',
    title: 'API reference',
    description: 'Every API call of this service: its URL, its fields and its responses.',
    why: 'it says the same to everyone',
  }),
  mailbox: openPage<MailboxValues>({ path: '/dev/mailbox/', title: 'Mailbox', why: 'only a demo serves it' }),
  charges: openPage<ChargesValues>({
    path: '/dev/charges/',
    title: 'Sandbox charges',
    why: 'only a demo serves it',
  }),
}

type OpenPageName = keyof typeof openPages
export type PageName = OpenPageName | AccountPageName

export const pageEntries = { ...openPages, ...accountPages }

/** Every page by name, with its path. The build inlines the paths, so scripts include none of these tables. */
export const pages = Object.fromEntries(
  Object.entries(pageEntries).map(([name, { path }]) => [name, path]),
) as Record<PageName, string>
