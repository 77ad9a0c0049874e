import type { AccountValues } from './accounts/account-values.ts'
import type { ActivityValues } from './features/activity/values.ts'
import type { AuthorizeValues } from './features/authorize/values.ts'
import type { BillingValues, CreditNoteValues, InvoiceValues, PayValues } from './features/billing/values.ts'
import type { CancellationValues, CancelValues } from './features/cancel/values.ts'
import type { ChargesValues } from './features/charges/values.ts'
import type { ConnectedAppsValues } from './features/connected-apps/values.ts'
import type { DemoPartnerValues } from './features/demo-partner/values.ts'
import type { DemoProviderValues } from './features/demo-provider/values.ts'
import type { DetailsValues } from './features/details/values.ts'
import type { EmailVideoValues } from './features/email-video/values.ts'
import type { FeedbackFormValues } from './features/feedback/values.ts'
import type { MailboxValues } from './features/mailbox/values.ts'
import type { NotMeValues } from './features/not-me/values.ts'
import type { OutgoingMailValues } from './features/outgoing-mail/values.ts'
import type { OverviewValues } from './features/overview/values.ts'
import type { PasskeysValues } from './features/passkeys/values.ts'
import type { NewPasswordValues, PasswordResetValues } from './features/password-reset/values.ts'
import type { HandOverValues, InvitationValues, PeopleValues } from './features/people/values.ts'
import type { PlanValues } from './features/plan/values.ts'
import type { ProvisioningNews } from './features/provisioning/values.ts'
import type { ReactivateValues } from './features/reactivate/values.ts'
import type { SecondFactorValues } from './features/second-factor/values.ts'
import type {
  KeepSecondFactorValues,
  SecondFactorDemandValues,
  SecondStepValues,
} from './features/second-step/values.ts'
import type {
  EmailBouncedValues,
  EmailWorksValues,
  NewEmailValues,
  SecurityValues,
} from './features/security/values.ts'
import type { SignInValues } from './features/sign-in/values.ts'
import type {
  LegacySignUpValues,
  ResumeSignUpValues,
  SignUpReviewValues,
  SignUpValues,
} from './features/sign-up/values.ts'
import type { SmtpConfirmationValues } from './features/smtp-confirmation/values.ts'
import type { WebinarsValues } from './features/webinars/values.ts'
import type { PageName } from './pages.ts'
import type { Provider } from './provider/provider.ts'
import type { Query } from './wire/query.ts'

/** What the server passes to a page beyond its query: identical on the server and in the browser. */
export type PageValues = {
  'sign-in': SignInValues & {
    /** Provisioning progress, if someone has just signed up on this device. */
    setUp?: ProvisioningNews
  }
  'second-step': SecondStepValues
  'second-factor-demand': SecondFactorDemandValues
  'keep-second-factor': KeepSecondFactorValues
  'sign-up': SignUpValues
  'resume-sign-up': ResumeSignUpValues
  'sign-up-review': SignUpReviewValues
  'legacy-sign-up': LegacySignUpValues
  'password-reset': PasswordResetValues
  'new-password': NewPasswordValues
  'not-me': NotMeValues
  authorize: AuthorizeValues
  'authorize-zapier': AuthorizeValues
  account: AccountValues & OverviewValues
  plan: AccountValues & PlanValues
  billing: AccountValues & BillingValues
  bill: AccountValues & InvoiceValues
  'credit-note': AccountValues & CreditNoteValues
  pay: PayValues
  cancel: AccountValues & CancelValues
  cancellation: CancellationValues
  reactivate: AccountValues & ReactivateValues
  details: AccountValues & DetailsValues
  people: AccountValues & PeopleValues & { isPlanHeld: boolean }
  invitation: InvitationValues
  'hand-over': HandOverValues
  security: AccountValues & SecurityValues & { email: string }
  activity: AccountValues & ActivityValues
  'second-factor': AccountValues & SecondFactorValues
  passkeys: AccountValues & PasskeysValues
  'new-email': NewEmailValues
  'email-bounced': AccountValues & EmailBouncedValues
  'email-works': EmailWorksValues
  'connected-apps': AccountValues & ConnectedAppsValues
  'outgoing-mail': AccountValues & OutgoingMailValues
  'smtp-confirmation': SmtpConfirmationValues
  'email-video': EmailVideoValues
  'demo-partner': DemoPartnerValues
  'demo-provider': DemoProviderValues
  'browser-select': Record<string, never>
  webinars: WebinarsValues
  'cancellation-feedback': Record<string, never>
  'feedback-form': FeedbackFormValues
  'api-reference': { document: object }
  mailbox: MailboxValues
  charges: ChargesValues
}

/** Everything a page may depend on while rendering: no clock, no window, no environment. */
export type PageProps<Name extends PageName = PageName> = {
  page: Name
  values: PageValues[Name]
  query: Query
  path: string
  provider: Provider
  /** The server's clock at the request, ISO 8601. */
  now: string
}
