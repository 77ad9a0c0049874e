import type { DeskPermission } from './desk-roles.ts'

type DeskPage = {
  path: string
  /** The permission the page needs. Without one, it needs no session. */
  permission?: DeskPermission
  /** Its name in the menu, if it is there. */
  label?: string
}

/** Every page of the desk. Those with a label are in the menu, in this order. */
export const deskPages = {
  'sign-in': { path: '/desk/sign-in/' },
  'second-step': { path: '/desk/second-step/' },
  start: { path: '/desk/start/:linkToken/' },
  today: { path: '/desk/', permission: 'read', label: 'Today' },
  approvals: { path: '/desk/approvals/', permission: 'read', label: 'Approvals' },
  disputes: { path: '/desk/disputes/', permission: 'read', label: 'Disputes' },
  dispute: { path: '/desk/disputes/:id/', permission: 'read' },
  'held-sign-ups': { path: '/desk/held-sign-ups/', permission: 'read', label: 'Held sign-ups' },
  figures: { path: '/desk/figures/', permission: 'read', label: 'Figures' },
  'figure-accounts': { path: '/desk/figures/:figure/', permission: 'read' },
  reasons: { path: '/desk/reasons/', permission: 'read', label: 'Reasons' },
  feed: { path: '/desk/feed/', permission: 'read', label: 'Feed' },
  partners: { path: '/desk/partners/', permission: 'read', label: 'Partners' },
  settings: { path: '/desk/settings/', permission: 'read', label: 'Settings' },
  operators: { path: '/desk/operators/', permission: 'administer', label: 'Operators' },
  audit: { path: '/desk/audit/', permission: 'read', label: 'Audit log' },
  find: { path: '/desk/find/', permission: 'read' },
  queue: { path: '/desk/queues/:queue/', permission: 'read' },
  account: { path: '/desk/accounts/:number/', permission: 'read' },
  help: { path: '/desk/accounts/:number/help/', permission: 'help' },
  money: { path: '/desk/accounts/:number/money/', permission: 'money' },
  access: { path: '/desk/accounts/:number/access/', permission: 'money' },
  'see-as': { path: '/desk/accounts/:number/see-as/', permission: 'help' },
  'account-feed': { path: '/desk/accounts/:number/feed/', permission: 'read' },
  mail: { path: '/desk/mails/:id/', permission: 'read' },
  bill: { path: '/desk/accounts/:number/bills/:bill/', permission: 'read' },
  'credit-note': { path: '/desk/accounts/:number/credit-notes/:note/', permission: 'read' },
  me: { path: '/desk/me/', permission: 'read' },
} as const satisfies Record<string, DeskPage>

export type DeskPageName = keyof typeof deskPages
export const deskPageOf: Record<DeskPageName, DeskPage> = deskPages
