import type { PageName } from '#contract/pages.ts'

/** What a session may open. The owner of a canceled account may only reactivate it. */
export type SessionScope = 'account' | 'billing' | 'reactivation'

const everywhere = ['account', 'billing', 'reactivation'] as const

/**
 * The pages for signed-in people, in menu order, with the session scopes that open each. Invoices stay
 * available whatever the account's status.
 */
export const accountPages = {
  account: { label: 'Overview', scopes: ['account'] },
  plan: { label: 'Plan', scopes: ['account'], isOwners: true },
  reactivate: { label: 'Reactivate', scopes: ['reactivation'], isOwners: true },
  billing: { label: 'Billing', scopes: everywhere, isOwners: true },
  bill: { label: 'Bill', scopes: everywhere, isOwners: true, isUnlisted: true },
  cancel: { label: 'Cancel', scopes: ['account', 'billing'], isOwners: true, isUnlisted: true },
  details: { label: 'Details', scopes: ['account'] },
  people: { label: 'People', scopes: ['account'] },
  'connected-apps': { label: 'Connected apps', scopes: ['account'] },
  'outgoing-mail': { label: 'Outgoing mail', scopes: ['account'] },
  security: { label: 'Security', scopes: ['account'] },
  activity: { label: 'Activity', scopes: ['account'] },
  'second-factor': { label: 'Two-step verification', scopes: ['account'], isUnlisted: true },
  passkeys: { label: 'Passkeys', scopes: ['account'], isUnlisted: true },
} as const satisfies Partial<Record<PageName, AccountPageEntry>>

type AccountPageEntry = {
  label: string
  scopes: readonly SessionScope[]
  /** Only the owner may see billing. */
  isOwners?: true
  /** Linked from another page, not from the menu. */
  isUnlisted?: true
}
export type AccountPageName = keyof typeof accountPages

export function isOpenTo(scope: SessionScope, role: 'owner' | 'user', name: AccountPageName): boolean {
  const page: AccountPageEntry = accountPages[name]
  return page.scopes.includes(scope) && (role === 'owner' || !page.isOwners)
}

/** In menu order. A session that may not open a page is redirected to the first one. */
export function openPagesOf(scope: SessionScope, role: 'owner' | 'user'): AccountPageName[] {
  const names = Object.keys(accountPages) as AccountPageName[]
  return names.filter((name) => isOpenTo(scope, role, name) && !isUnlisted(name))
}

function isUnlisted(name: AccountPageName): boolean {
  const page: AccountPageEntry = accountPages[name]
  return page.isUnlisted === true
}
