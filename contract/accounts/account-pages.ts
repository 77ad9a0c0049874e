import { type PageName, pages } from '#contract/pages.ts'
import { may, type Permission, type Role } from './roles.ts'

/** What a session may open. The owner of a canceled account may only reactivate it. */
export type SessionScope = 'account' | 'billing' | 'reactivation'

const everywhere = ['account', 'billing', 'reactivation'] as const

/**
 * The pages for signed-in people, in menu order, with the session scopes and the permission that open each.
 * Invoices stay available whatever the account's status.
 */
export const accountPages = {
  account: { path: pages.account, label: 'Overview', scopes: ['account'] },
  plan: { path: pages.plan, label: 'Plan', scopes: ['account'], needs: 'change-plan' },
  reactivate: { path: pages.reactivate, label: 'Reactivate', scopes: ['reactivation'], needs: 'end-account' },
  billing: { path: pages.billing, label: 'Billing', scopes: everywhere, needs: 'billing' },
  bill: { path: pages.bill, label: 'Bill', scopes: everywhere, needs: 'billing', isUnlisted: true },
  'credit-note': {
    path: pages['credit-note'],
    label: 'Credit note',
    scopes: everywhere,
    needs: 'billing',
    isUnlisted: true,
  },
  cancel: {
    path: pages.cancel,
    label: 'Cancel',
    scopes: ['account', 'billing'],
    needs: 'end-account',
    isUnlisted: true,
  },
  details: { path: pages.details, label: 'Details', scopes: ['account'] },
  people: { path: pages.people, label: 'People', scopes: ['account'], needs: 'see-account' },
  'connected-apps': { path: pages['connected-apps'], label: 'Connected apps', scopes: ['account'] },
  'outgoing-mail': {
    path: pages['outgoing-mail'],
    label: 'Outgoing mail',
    scopes: ['account'],
    needs: 'see-account',
  },
  security: { path: pages.security, label: 'Security', scopes: ['account'] },
  activity: { path: pages.activity, label: 'Activity', scopes: ['account'] },
  'second-factor': {
    path: pages['second-factor'],
    label: 'Two-step verification',
    scopes: ['account'],
    isUnlisted: true,
  },
  // Whoever can only pay or reactivate is asked for a passkey, too, and may have lost it. They see only that part.
  passkeys: { path: pages.passkeys, label: 'Passkeys', scopes: everywhere, isUnlisted: true },
  'email-bounced': {
    path: pages['email-bounced'],
    label: 'Your email',
    scopes: everywhere,
    isUnlisted: true,
  },
} as const satisfies Partial<Record<PageName, AccountPageEntry>>

type AccountPageEntry = {
  path: string
  label: string
  scopes: readonly SessionScope[]
  /** Without it, the page is about the person who opens it. */
  needs?: Permission
  /** Linked from another page, not from the menu. */
  isUnlisted?: true
}
export type AccountPageName = keyof typeof accountPages

export function isOpenTo(scope: SessionScope, role: Role, name: AccountPageName): boolean {
  const page: AccountPageEntry = accountPages[name]
  return page.scopes.includes(scope) && may(role, permissionOfPage(name))
}

export function permissionOfPage(name: AccountPageName): Permission {
  const page: AccountPageEntry = accountPages[name]
  return page.needs ?? 'own'
}

/** In menu order. A session that may not open a page is redirected to the first one. */
export function openPagesOf(scope: SessionScope, role: Role): AccountPageName[] {
  const names = Object.keys(accountPages) as AccountPageName[]
  return names.filter((name) => isOpenTo(scope, role, name) && !isUnlisted(name))
}

function isUnlisted(name: AccountPageName): boolean {
  const page: AccountPageEntry = accountPages[name]
  return page.isUnlisted === true
}
