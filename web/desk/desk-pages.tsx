import type { ComponentType } from 'react'
import type { DeskPageProps, ShownDeskPage } from '#contract/desk/desk-page-values.ts'
import { definePages } from '#web/page-table.ts'

/** The desk's table of contents: which file renders a page, and its title. */
export const deskPageTable = definePages<ShownDeskPage, DeskPageProps>({
  files: import.meta.glob<Record<string, ComponentType<DeskPageProps>>>('./*/*Page.tsx'),
  sheets: import.meta.glob<string>('./*/*.css', { query: '?inline', import: 'default', eager: true }),
  // `account/AccountPage` → `./account/account.css`
  sheetOf: (file) => file.replace(/^([^/]+)\/[^/]+$/, './$1/$1.css'),
  folder: '.',
  pages: {
    'sign-in': { file: 'sign-in/SignInPage', title: 'Sign in to the desk' },
    'second-step': { file: 'sign-in/SecondStepPage', title: 'Enter your code' },
    start: { file: 'sign-in/StartPage', title: 'Begin at the desk' },
    me: { file: 'sign-in/MePage', title: 'Your sign-in' },
    'see-as': { file: 'see-as/SeeAsPage', title: 'See as' },
    account: { file: 'account/AccountPage', title: 'Account' },
    mail: { file: 'mails/MailPage', title: 'Email' },
    bill: { file: 'account/BillPage', title: 'Bill' },
    'credit-note': { file: 'account/CreditNotePage', title: 'Credit note' },
    help: { file: 'help/HelpPage', title: 'Help' },
    approvals: { file: 'approvals/ApprovalsPage', title: 'Approvals' },
    money: { file: 'money/MoneyPage', title: 'Money' },
    find: { file: 'find/FindPage', title: 'Find' },
    queue: { file: 'today/QueuePage', title: 'Queue' },
    figures: { file: 'figures/FiguresPage', title: 'Figures' },
    'figure-accounts': { file: 'figures/FigureAccountsPage', title: 'What a figure counts' },
    today: { file: 'today/TodayPage', title: 'Today' },
    disputes: { file: 'disputes/DisputesPage', title: 'Disputes' },
    dispute: { file: 'disputes/DisputePage', title: 'Dispute' },
    'held-sign-ups': { file: 'held-sign-ups/HeldSignUpsPage', title: 'Held sign-ups' },
    settings: { file: 'settings/SettingsPage', title: 'Settings' },
    partners: { file: 'partners/PartnersPage', title: 'Partners' },
    reasons: { file: 'reasons/ReasonsPage', title: 'Reasons' },
    'account-feed': { file: 'feed/AccountFeedPage', title: 'What the feed said' },
    feed: { file: 'feed/FeedPage', title: 'Feed' },
    operators: { file: 'operators/OperatorsPage', title: 'Operators' },
    audit: { file: 'audit/AuditPage', title: 'Audit log' },
    access: { file: 'access/AccessPage', title: 'Access' },
    'not-shown': { file: 'not-shown/NotShownPage', title: 'Not available' },
  },
})
