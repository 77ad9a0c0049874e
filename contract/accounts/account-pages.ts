import type { PageName } from '#contract/pages.ts'

/** How far a session reaches: an owner of a cancelled account may only reactivate it. */
export type Reach = 'account' | 'billing' | 'reactivation'

const everywhere = ['account', 'billing', 'reactivation'] as const

/**
 * The pages of a person who is signed in, in the order of the menu, and the sessions that open each. Papers stay open
 * whatever became of the account.
 */
export const accountPages = {
  account: { label: 'Overview', reaches: ['account'] },
  plan: { label: 'Plan', reaches: ['account'], isOwners: true },
  reactivate: { label: 'Reactivate', reaches: ['reactivation'], isOwners: true },
  billing: { label: 'Billing', reaches: everywhere, isOwners: true },
  bill: { label: 'Bill', reaches: everywhere, isOwners: true, isUnlisted: true },
  cancel: { label: 'Cancel', reaches: ['account', 'billing'], isOwners: true, isUnlisted: true },
  details: { label: 'Details', reaches: ['account'] },
  people: { label: 'People', reaches: ['account'] },
  'connected-apps': { label: 'Connected apps', reaches: ['account'] },
  'outgoing-mail': { label: 'Outgoing mail', reaches: ['account'] },
  security: { label: 'Security', reaches: ['account'] },
} as const satisfies Partial<Record<PageName, AccountPageEntry>>

type AccountPageEntry = {
  label: string
  reaches: readonly Reach[]
  /** Money is the owner's matter. */
  isOwners?: true
  /** Reached from another page, not from the menu. */
  isUnlisted?: true
}
export type AccountPageName = keyof typeof accountPages

export function isOpenTo(reach: Reach, role: 'owner' | 'user', name: AccountPageName): boolean {
  const page: AccountPageEntry = accountPages[name]
  return page.reaches.includes(reach) && (role === 'owner' || !page.isOwners)
}

/** In the order of the menu; the first is where a session is sent from any page that is closed to it. */
export function openPagesOf(reach: Reach, role: 'owner' | 'user'): AccountPageName[] {
  const names = Object.keys(accountPages) as AccountPageName[]
  return names.filter((name) => isOpenTo(reach, role, name) && !isUnlisted(name))
}

function isUnlisted(name: AccountPageName): boolean {
  const page: AccountPageEntry = accountPages[name]
  return page.isUnlisted === true
}
