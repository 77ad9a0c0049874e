import type { ActivityValues } from '#contract/features/activity.ts'
import type { BillingValues, CreditNoteValues, InvoiceValues } from '#contract/features/billing.ts'
import type { CancelValues } from '#contract/features/cancel.ts'
import type { ConnectedAppsValues } from '#contract/features/connected-apps.ts'
import type { DetailsValues } from '#contract/features/details.ts'
import type { OutgoingMailValues } from '#contract/features/outgoing-mail.ts'
import type { OverviewValues } from '#contract/features/overview.ts'
import type { PasskeysValues } from '#contract/features/passkeys.ts'
import type { PeopleValues } from '#contract/features/people.ts'
import type { PlanValues } from '#contract/features/plan.ts'
import type { ReactivateValues } from '#contract/features/reactivate.ts'
import type { SecondFactorValues } from '#contract/features/second-factor.ts'
import type { EmailBouncedValues, SecurityValues } from '#contract/features/security.ts'
import type { OfAccount } from '#contract/wire/call.ts'
import type { AccountValues } from './account-values.ts'
import { everyScope, may, type Role, type SessionScope } from './roles.ts'

/** A page for signed-in people. Its type is what the server passes to it. */
export type AccountPage<Values> = Omit<OfAccount, 'names'> & {
  path: string
  /** Its name in the menu, and its title. */
  label: string
  /** If its path names an object of the account. */
  names?: Exclude<OfAccount['names'], 'nothing'>
  /** Linked from another page, not from the menu. */
  isUnlisted?: true
  values?: Values
}

const entry = <Values>(page: AccountPage<AccountValues & Values>) => page

/**
 * The pages for signed-in people, in menu order, with the session scopes and the permission that open each.
 * Invoices stay available whatever the account's status.
 */
export const accountPages = {
  account: entry<OverviewValues>({ path: '/account/', label: 'Overview', who: 'own', scopes: ['account'] }),
  plan: entry<PlanValues>({ path: '/account/plan/', label: 'Plan', who: 'change-plan', scopes: ['account'] }),
  reactivate: entry<ReactivateValues>({
    path: '/account/reactivate/',
    label: 'Reactivate',
    who: 'end-account',
    scopes: ['reactivation'],
  }),
  billing: entry<BillingValues>({
    path: '/account/billing/',
    label: 'Billing',
    who: 'billing',
    scopes: everyScope,
  }),
  bill: entry<InvoiceValues>({
    path: '/account/billing/bills/:number/',
    label: 'Bill',
    who: 'billing',
    scopes: everyScope,
    names: { number: 'bill' },
    isUnlisted: true,
  }),
  'credit-note': entry<CreditNoteValues>({
    path: '/account/billing/credit-notes/:number/',
    label: 'Credit note',
    who: 'billing',
    scopes: everyScope,
    names: { number: 'credit-note' },
    isUnlisted: true,
  }),
  cancel: entry<CancelValues>({
    path: '/account/cancel/',
    label: 'Cancel',
    who: 'end-account',
    scopes: ['account', 'billing'],
    isUnlisted: true,
  }),
  details: entry<DetailsValues>({
    path: '/account/details/',
    label: 'Details',
    who: 'own',
    scopes: ['account'],
  }),
  people: entry<PeopleValues & { isPlanOnHold: boolean }>({
    path: '/account/people/',
    label: 'People',
    who: 'see-account',
    scopes: ['account'],
  }),
  'connected-apps': entry<ConnectedAppsValues>({
    path: '/account/apps/',
    label: 'Connected apps',
    who: 'own',
    scopes: ['account'],
  }),
  'outgoing-mail': entry<OutgoingMailValues>({
    path: '/account/outgoing-mail/',
    label: 'Outgoing mail',
    who: 'see-account',
    scopes: ['account'],
  }),
  security: entry<SecurityValues & { email: string }>({
    path: '/account/security/',
    label: 'Security',
    who: 'own',
    scopes: ['account'],
  }),
  activity: entry<ActivityValues>({
    path: '/account/activity/',
    label: 'Activity',
    who: 'own',
    scopes: ['account'],
  }),
  'second-factor': entry<SecondFactorValues>({
    path: '/account/security/second-factor/',
    label: 'Two-step verification',
    who: 'own',
    scopes: ['account'],
    isUnlisted: true,
  }),
  // People who can only pay or reactivate may need a passkey and may have lost it. They see only that part.
  passkeys: entry<PasskeysValues>({
    path: '/account/security/passkeys/',
    label: 'Passkeys',
    who: 'own',
    scopes: everyScope,
    isUnlisted: true,
  }),
  'email-bounced': entry<EmailBouncedValues>({
    path: '/account/email-bounced/',
    label: 'Your email',
    who: 'own',
    scopes: everyScope,
    isUnlisted: true,
  }),
}

export type AccountPageName = keyof typeof accountPages

export function isOpenTo(scope: SessionScope, role: Role, name: AccountPageName): boolean {
  const { scopes, who } = accountPages[name]
  return scopes.includes(scope) && may(role, who)
}

/** In menu order. A session that may not open a page is redirected to the first one. */
export function openPagesOf(scope: SessionScope, role: Role): AccountPageName[] {
  const names = Object.keys(accountPages) as AccountPageName[]
  return names.filter((name) => isOpenTo(scope, role, name) && !accountPages[name].isUnlisted)
}
