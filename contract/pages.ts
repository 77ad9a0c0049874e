import type { Reach } from './accounts/account-pages.ts'
import type {
  BillRow,
  BillSheet,
  CancellationReceipt,
  CardOnFile,
  MoneyValues,
} from './accounts/billing-values.ts'
import type { Day } from './calendar/billing-dates.ts'
import type { WebinarSlot } from './calendar/webinar-hours.ts'
import type { Cents } from './catalogue/money.ts'
import type { PlanLine, PriceList } from './catalogue/plan.ts'
import type { PlanMonth } from './catalogue/plan-change.ts'
import type { Region } from './catalogue/regions.ts'
import type { DetailsValues } from './features/details/values.ts'
import type { OutgoingMailCheck } from './features/outgoing-mail/calls.ts'
import type { MailSecurity } from './features/outgoing-mail/fields.ts'
import type { Person } from './features/people/calls.ts'
import type { SignedInDevice } from './features/security/calls.ts'
import type { followSetUp } from './features/set-up/calls.ts'
import type { AccountRow } from './features/sign-in/calls.ts'
import type { Offer, StepThree } from './features/sign-up/legacy-choices.ts'
import type { Option } from './options.ts'
import type { Provider } from './provider.ts'
import type { AnswerOf, FieldErrors } from './wire/call.ts'

/** Every page by its name, and its address. */
export const pages = {
  'sign-in': '/login/',
  'sign-up': '/sign-up/:step',
  'resume-sign-up': '/sign-up/resume/:linkToken/',
  /** Answers at the same addresses: see server/features/visitors/sign-up/page.ts. */
  'legacy-sign-up': '/sign-up/:step',
  'password-reset': '/password-reset/',
  'new-password': '/password-reset/confirm/:linkToken/',
  authorize: '/oauth/authorize/',
  'authorize-zapier': '/oauth/zapier_authorize/',
  account: '/account/',
  plan: '/account/plan/',
  billing: '/account/billing/',
  details: '/account/details/',
  'outgoing-mail': '/account/outgoing-mail/',
  people: '/account/people/',
  security: '/account/security/',
  invitation: '/account/invitation/:linkToken/',
  'new-email': '/account/email/:linkToken/',
  'connected-apps': '/account/apps/',
  'email-video': '/integrations/bombbomb/redirect_uri/',
  'demo-partner': '/demo/partner/',
  bill: '/account/billing/bills/:number/',
  cancel: '/account/cancel/',
  reactivate: '/account/reactivate/',
  pay: '/pay/:linkToken/',
  cancellation: '/cancellation/:reference/',
  'browser-select': '/browser_select/',
  webinars: '/single/training-webinars/',
  'cancellation-feedback': '/single/cancellation-feedback/',
  'feedback-form': '/single/cancellation-feedback/form/',
  'smtp-confirmation': '/single/smtp-settings-confirmation/:linkToken/',
  'api-reference': '/openapi/',
  gallery: '/dev/gallery/',
  mailbox: '/dev/mailbox/',
  charges: '/dev/charges/',
} as const

export type PageName = keyof typeof pages

export type SignInBanner = { tone: 'ok' | 'warn' | 'bad' | 'info'; words: string }

/** What the server hands to a page beyond its query: exactly the same in the HTML and in the browser. */
export type PageValues = {
  'sign-in': {
    systemStatus: string
    /** What the address says happened. */
    banner?: SignInBanner
    /** The email that the address brings along. */
    email: string
    loginMessage: string
    isMobile: boolean
    /** For who is signed in already: whose account is open on this device, and where it is. */
    signedIn?: { company: string; href: string }
    /** For who has just signed up on this device: how far their account is. */
    setUp?: SetUpNews
    /** Answers to a form that was sent before the script was there. */
    sent?: SentForm
  }
  'sign-up': SignUpValues
  'resume-sign-up': { linkToken: string; isValid: boolean; wasUsed: boolean }
  'legacy-sign-up': LegacySignUpValues
  'password-reset': { sent?: SentForm & { isDone?: boolean } }
  'new-password': {
    linkToken: string
    /** `unchecked` until the page has asked; without a script the server has looked already. */
    link: 'unchecked' | 'valid' | 'invalid'
    sent?: SentForm & { isDone?: boolean }
  }
  authorize: AuthorizeValues
  'authorize-zapier': AuthorizeValues
  'outgoing-mail': AccountValues & {
    server: Pick<MailSettings, 'host' | 'port' | 'fromAddress'> | null
    /** Also how one logs in there: the owner's matter, null for everyone else. */
    settings: MailSettings | null
    check: OutgoingMailCheck
  }
  details: AccountValues & DetailsValues
  people: AccountValues & PeopleValues
  security: AccountValues & SecurityValues & { email: string }
  invitation: {
    linkToken: string
    /** Null where the link does not work: unknown, withdrawn, replaced, used or too old. */
    invitation: Invitation | null
    wasUsed: boolean
    sent?: SentForm & { fullName?: string; isDone?: boolean }
  }
  'new-email': {
    linkToken: string
    change: { from: string; to: string; company: string; pin: string } | null
    wasUsed: boolean
    sent?: SentForm & { isDone?: boolean }
  }
  'connected-apps': AccountValues & { apps: ConnectedApp[] }
  'email-video': {
    /** What the partner is called. */
    name: string
    sent?: { pin: string; errors: FieldErrors | string }
  }
  'demo-partner': DemoPartnerValues
  account: AccountValues &
    PersonValues & {
      items: CountedItem[]
      /** What costs money is the owner's matter: null for everyone else. */
      ofOwner: OwnersOverview | null
    }
  plan: AccountValues & {
    plan: PricedPlan
    money: Pick<MoneyValues, 'card' | 'hold' | 'change'>
    prices: PriceList
    /** The present month and the day in it; null while it is not paid. */
    month: (PlanMonth & { today: string }) | null
  }
  billing: AccountValues & {
    money: Pick<MoneyValues, 'card' | 'open' | 'reactivateBy'>
    bills: BillRow[]
    countries: Option[]
    isPhone: boolean
  }
  bill: AccountValues & { bill: BillSheet }
  cancel: AccountValues & {
    plan: PricedPlan
    money: Pick<MoneyValues, 'nextCharge' | 'open' | 'hold' | 'cancellation'>
  }
  reactivate: AccountValues & {
    firstName: string
    plan: PricedPlan
    money: Pick<MoneyValues, 'card' | 'reactivateBy'>
    /** The number of an account that was signed up for later with the same email. */
    newerPin: string | null
    /** What was there at the prices of today; empty when it is too late. */
    newLines: PlanLine[]
    newTotalCents: number
    countries: Option[]
  }
  pay: {
    linkToken: string
    /** Null when the link is unknown or old. */
    due: {
      company: string
      pin: string
      open: MoneyValues['open']
      /** Null also where nothing is open: then there is nothing to pay with it. */
      card: Pick<CardOnFile, 'brand' | 'lastFour'> | null
    } | null
    countries: Option[]
  }
  /** Null when nobody knows the reference. */
  cancellation: { receipt: CancellationReceipt | null }
  'browser-select': Record<string, never>
  /** Which doors stand open at the request. */
  webinars: Record<WebinarSlot, boolean>
  'cancellation-feedback': Record<string, never>
  /** Framed by the page above, and by nothing else. */
  'feedback-form': {
    sent?: { answers: Record<string, string>; errors?: FieldErrors | string; isDone?: boolean }
  }
  /** Asked once by the page; without a script by its form, and then the answer comes with it. */
  'smtp-confirmation': { linkToken: string; outcome?: { isVerified: boolean; words: string } }
  'api-reference': { document: object }
  gallery: Record<string, never>
  mailbox: { mails: KeptMail[]; open: (KeptMail & { plain: string; html: string }) | null }
  charges: { charges: SandboxCharge[] }
}

/** How far the set-up of a new account is, in the server's words. */
export type SetUpNews = AnswerOf<typeof followSetUp>['data']

/** What came of a form that was posted without a script: what was typed is kept, a password never. */
export type SentForm = {
  email?: string
  errors?: FieldErrors | string
  /** The accounts to choose from, and the sealed rest of the form that the choice sends back. */
  choice?: { accounts: AccountRow[]; ticket: string }
}

/** Who asks to be let in, and for what. */
export type AuthorizeValues = {
  systemStatus: string
  /** Null while nobody knows who asks. */
  partner: { name: string; logo: string; allows: string[] } | null
  /** What is wrong with the partner's request; empty when it is in order. */
  problem: string
}

/** What the sample partner knows: a partner's own site, played by the embedded start. */
export type DemoPartnerValues = {
  connection: { scope: string; endsAt: string; me: Record<string, string> | null } | null
  /** What it asked of us and what came back, in order. */
  steps: { number: number; asked: string; answered: string }[]
  /** Why there is no connection although one was asked for. */
  problem: string
}

/** A partner that was let in, by one person of the account. */
export type ConnectedApp = {
  key: string
  name: string
  logo: string
  allows: string[]
  /** Days in the time zone of the account. */
  since: string
  lastUsed: string
  by: string
}

/** What the sign-up knows before anything is typed. */
export type SignUpValues = {
  step: 1 | 2
  prices: PriceList
  countries: Option[]
  regions: Region[]
}

/** The legacy wizard knows besides which third step comes first, which data is sold where, and where to go without progress. */
export type LegacySignUpValues = SignUpValues & {
  stepThree: StepThree
  offer: Offer
  withoutProgress: string
}

/** What the frame of every page of the account shows: nothing here is hidden from anybody in it. */
export type AccountValues = {
  role: 'owner' | 'user'
  company: string
  pin: string
  statusId: string
  status: string
  /** The last day of a subscription that was canceled and still runs. */
  runsThrough: Day | null
  systemStatus: string
  reach: Reach
}

/** Who is signed in. */
export type PersonValues = { firstName: string; fullName: string; email: string }

/** What an account has, for who does not pay for it. */
export type CountedItem = Pick<PlanLine, 'key' | 'label' | 'quantity'>

/** What it has at the prices at which it was bought. */
export type PricedPlan = { lines: PlanLine[]; totalCents: Cents }

export type OwnersOverview = {
  plan: PricedPlan
  money: Pick<MoneyValues, 'nextCharge' | 'card' | 'open' | 'hold' | 'cancellation' | 'change'>
  bills: BillRow[]
}

/** Who is in the account, and how many the plan has room for. */
export type PeopleValues = { people: Person[]; seats: number }

export type Invitation = { email: string; company: string; pin: string; ownerName: string }

export type SecurityValues = {
  sessions: SignedInDevice[]
  /** An email that waits to be confirmed by the link that was mailed to it. */
  waitingEmail: string | null
  timeZone: string
  /** In which the account was bought, and is charged: its owner's matter, null for everyone else. */
  billingTimeZone: string | null
}

/** The mail server of an account as far as it is shown: of its password only that there is one. */
export type MailSettings = {
  host: string
  port: number
  security: MailSecurity
  username: string
  fromAddress: string
  hasPassword: boolean
}

export type KeptMail = { id: number; recipient: string; subject: string; state: string; createdAt: string }

/** A line of the embedded gateway's books, and what ours say of it. */
export type SandboxCharge = {
  reference: string
  key: string
  createdAt: string
  amountCents: number
  brand: string
  lastFour: string
  outcome: 'paid' | 'declined' | 'voided'
  reason: string
  ours: string
  forWhom: string
  pin: string
}

export type Query = Readonly<Record<string, string>>

/** All that a page may depend on while it renders: no clock, no window, no environment. */
export type PageProps<Name extends PageName = PageName> = {
  page: Name
  values: PageValues[Name]
  query: Query
  path: string
  provider: Provider
  /** The server's clock at the request, ISO 8601. */
  now: string
}
