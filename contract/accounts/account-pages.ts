import type { PageName } from '#contract/pages.ts'

/** How far a session reaches: an owner of a cancelled account may only reactivate it. */
export type SessionScope = 'account' | 'billing' | 'reactivation'

const everywhere = ['account', 'billing', 'reactivation'] as const

/**
 * The pages of a person who is signed in, in the order of the menu, and the sessions that open each. Papers stay open
 * whatever became of the account.
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
} as const satisfies Partial<Record<PageName, AccountPageEntry>>

type AccountPageEntry = {
  label: string
  scopes: readonly SessionScope[]
  /** Money is the owner's matter. */
  isOwners?: true
  /** Reached from another page, not from the menu. */
  isUnlisted?: true
}
export type AccountPageName = keyof typeof accountPages

export function isOpenTo(scope: SessionScope, role: 'owner' | 'user', name: AccountPageName): boolean {
  const page: AccountPageEntry = accountPages[name]
  return page.scopes.includes(scope) && (role === 'owner' || !page.isOwners)
}

/** In the order of the menu; the first is where a session is sent from any page that is closed to it. */
export function openPagesOf(scope: SessionScope, role: 'owner' | 'user'): AccountPageName[] {
  const names = Object.keys(accountPages) as AccountPageName[]
  return names.filter((name) => isOpenTo(scope, role, name) && !isUnlisted(name))
}

function isUnlisted(name: AccountPageName): boolean {
  const page: AccountPageEntry = accountPages[name]
  return page.isUnlisted === true
}
