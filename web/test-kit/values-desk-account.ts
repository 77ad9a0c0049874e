import type { DeskAccountValues, DeskNote, TimelineLine } from '#contract/desk/account.ts'
import type { AccountFeedValues } from '#contract/desk/feed.ts'

export const sampleMoment = { text: 'Mar 17, 4:30 AM', utc: '2026-03-17 09:30:00 UTC' }

export const timelineLine = (key: string, text: string): TimelineLine => ({
  key,
  at: sampleMoment,
  kind: 'money',
  text,
  more: '',
  who: '',
  reason: '',
  from: '',
  tag: null,
  link: null,
  isStruck: false,
})

export const sampleNote: DeskNote = {
  id: 2,
  words: 'Prefers email',
  by: 'Hanna Helper',
  at: sampleMoment,
  struck: null,
}

export const deskAccount: DeskAccountValues = {
  account: {
    number: '187733',
    company: 'Cedar Lane Insurance',
    status: 'Past due',
    tone: 'warn',
    since: sampleMoment,
    created: sampleMoment,
    timeZone: 'Central (US/Central)',
    phone: '',
    place: '',
    fraud: null,
  },
  open: [
    {
      key: 'bill',
      tone: 'bad',
      text: 'Bill R-1001 of $149.00 is unpaid',
      more: 'The bank refused it: insufficient funds.',
      links: [{ text: 'Send a link to pay', href: '/desk/accounts/187733/help/?action=pay-link' }],
    },
  ],
  nextBill: null,
  noBill: 'The open bill is tried again first.',
  creditCents: 0,
  cards: [],
  plan: { lines: [], totalCents: 14900, seats: { has: 2, taken: 1 }, planned: null },
  people: [
    {
      id: 31,
      name: 'Ann Agent',
      email: 'agent@example.com',
      role: 'owner',
      roleLabel: 'Owner',
      methods: ['Password'],
      lastSignIn: sampleMoment,
      joined: sampleMoment,
      invitation: null,
      bounced: null,
      recovery: null,
      sessions: 1,
    },
  ],
  sessions: [],
  apps: { rows: [], hasMore: false },
  bills: { rows: [], hasMore: false },
  notes: [sampleNote],
  timeline: {
    lines: [timelineLine('2', 'Bill R-1001 was issued'), timelineLine('1', 'Bill R-1000 was paid')],
    kinds: [],
    older: null,
    isNewest: true,
  },
}

export const sampleAccountFeed: AccountFeedValues = {
  number: '204518',
  company: 'Whitfield Realty',
  rows: [
    {
      sequence: 4,
      position: null,
      type: 'account.set_up',
      says: 'The account is set up and people may dial.',
      at: '2026-03-17T09:30:00.000Z',
      status: 'Active',
      details: ['plan: triple'],
    },
  ],
  older: null,
  isNewest: true,
}
