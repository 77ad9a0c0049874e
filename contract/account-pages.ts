import type { PageName } from './pages.ts'

/** How far a session reaches: an owner of a cancelled account may only reactivate it. */
export type Reach = 'account' | 'billing' | 'reactivation'

/** The pages of a person who is signed in, as the menu lists them, and the sessions that open each. */
export const accountPages = {
  account: { label: 'Overview', reaches: ['account'] },
  billing: { label: 'Billing', reaches: ['account', 'billing'] },
  people: { label: 'People', reaches: ['account'] },
  security: { label: 'Security', reaches: ['account'] },
  'connected-apps': { label: 'Connected apps', reaches: ['account'] },
  'outgoing-mail': { label: 'Outgoing mail', reaches: ['account'] },
  reactivate: { label: 'Reactivate', reaches: ['reactivation'] },
} as const satisfies Partial<Record<PageName, AccountPageEntry>>

type AccountPageEntry = { label: string; reaches: readonly Reach[] }
export type AccountPageName = keyof typeof accountPages

export function isOpenTo(reach: Reach, name: AccountPageName): boolean {
  return (accountPages[name].reaches as readonly Reach[]).includes(reach)
}

/** In the order of the menu; the first is where a session is sent from any page that is closed to it. */
export function openPagesOf(reach: Reach): AccountPageName[] {
  const names = Object.keys(accountPages) as AccountPageName[]
  return names.filter((name) => isOpenTo(reach, name))
}
