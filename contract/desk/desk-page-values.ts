import type { Provider } from '#contract/provider/provider.ts'
import type { Query } from '#contract/wire/query.ts'
import type { AccessValues } from './access.ts'
import type { DeskAccountValues, DeskBillValues, DeskCreditNoteValues } from './account.ts'
import type { ApprovalsValues } from './approvals.ts'
import type { AuditValues } from './audit.ts'
import type { DeskPageName } from './desk-pages.ts'
import type { OperatorRole } from './desk-roles.ts'
import type { DisputesValues, DisputeValues } from './disputes.ts'
import type { AccountFeedValues, FeedValues } from './feed.ts'
import type { FigureAccountsValues, FiguresValues } from './figures.ts'
import type { FindValues } from './find.ts'
import type { HeldValues } from './held-sign-ups.ts'
import type { HelpValues } from './help.ts'
import type { DeskMailValues } from './mails.ts'
import type { MoneyPageValues } from './money.ts'
import type { OperatorsValues } from './operators.ts'
import type { PartnersValues } from './partners.ts'
import type { ReasonsValues } from './reasons.ts'
import type { SeeAsValues } from './see-as.ts'
import type { SettingsValues } from './settings.ts'
import type { MeValues, SecondStepValues, StartValues } from './sign-in.ts'
import type { QueueValues, TodayValues } from './today.ts'

/** What the server passes to a page of the desk beyond its query. */
export type DeskPageValues = {
  'sign-in': Record<string, never>
  'second-step': SecondStepValues
  start: StartValues
  today: TodayValues
  disputes: DisputesValues
  dispute: DisputeValues
  'held-sign-ups': HeldValues
  settings: SettingsValues
  approvals: ApprovalsValues
  money: MoneyPageValues
  find: FindValues
  queue: QueueValues
  figures: FiguresValues
  'figure-accounts': FigureAccountsValues
  partners: PartnersValues
  feed: FeedValues
  'account-feed': AccountFeedValues
  reasons: ReasonsValues
  operators: OperatorsValues
  audit: AuditValues
  access: AccessValues
  me: MeValues
  'see-as': SeeAsValues
  account: DeskAccountValues
  mail: DeskMailValues
  bill: DeskBillValues
  'credit-note': DeskCreditNoteValues
  help: HelpValues
  'not-shown': NotShownValues
}

/** The page shown instead of one that does not exist, or that this operator may not open. It has no URL. */
export type NotShownValues = { status: 403 | 404; text: string }
/** Also the page shown instead of others. */
export type ShownDeskPage = DeskPageName | 'not-shown'

/** The operator for the layout. `id`: the person the page was made for (page-of.ts). */
export type ShownOperator = { id: number; name: string; email: string; role: OperatorRole }

export type DeskPageProps<Name extends ShownDeskPage = ShownDeskPage> = {
  page: Name
  values: DeskPageValues[Name]
  query: Query
  path: string
  provider: Provider
  /** The server's clock, so that both sides render the same. */
  now: string
  /** Null on the pages before the sign-in is complete. */
  operator: ShownOperator | null
}
