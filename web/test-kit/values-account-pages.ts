import type { CardNews } from '#contract/billing/values.ts'
import { defaultPrices } from '#contract/catalogue/default-prices.ts'
import type { PageValues } from '#contract/page-values.ts'
import {
  countries,
  openMonth,
  ownerOfActive,
  ownerOfPastDue,
  paidBill,
  planLine,
  visa,
} from './values-account.ts'

/** A card without anything to say about it. */
export const usable: CardNews = { bankTold: null, hasExpired: false, freeFrom: null }

/** Pages of an active account, as its owner sees them. */

export const billing: PageValues['billing'] = {
  ...ownerOfActive,
  news: { first: usable, backup: null },
  money: { card: visa, backup: null, open: null, reactivateBy: null },
  bills: [paidBill],
  older: null,
  credit: '',
  notes: [],
  countries,
  isPhone: false,
  changed: null,
}

export const billingPastDue: PageValues['billing'] = {
  ...billing,
  ...ownerOfPastDue,
  money: { ...billing.money, open: openMonth },
  bills: [{ ...paidBill, number: 'R-1004', state: 'open' }, paidBill],
}

export const plan: PageValues['plan'] = {
  ...ownerOfActive,
  plan: { lines: [planLine('triple'), planLine('skip-tracer'), planLine('lead')], totalCents: 198_00 },
  money: { card: visa, hold: null, change: null },
  creditCents: 0,
  prices: defaultPrices,
  dialers: [],
  month: { from: '2026-03-18', to: '2026-04-18', today: '2026-03-18' },
  done: null,
}

/** An account that has ended, and can be reactivated for $149.00. */
export const reactivation: PageValues['reactivate'] = {
  ...ownerOfActive,
  statusId: 'canceled',
  status: 'Canceled',
  scope: 'reactivation',
  firstName: 'Dana',
  plan: { lines: [planLine('triple'), planLine('lead')], totalCents: 149_00 },
  money: { card: visa, reactivateBy: '2026-06-15' },
  newerPin: null,
  newLines: [planLine('triple'), planLine('lead')],
  newTotalCents: 149_00,
  due: { cents: 149_00, creditCents: 0 },
  countries,
}

export const outgoingMail: PageValues['outgoing-mail'] = {
  ...ownerOfActive,
  server: { host: 'smtp.harbor.example', port: 587, fromAddress: 'office@harbor.example' },
  settings: {
    host: 'smtp.harbor.example',
    port: 587,
    security: 'starttls',
    username: '',
    fromAddress: 'office@harbor.example',
    hasPassword: false,
  },
  check: { state: 'sent', words: 'We sent a verification email to dana@harbor.example.' },
}

export const secondFactor: PageValues['second-factor'] = {
  ...ownerOfActive,
  factor: null,
  isDemanded: false,
  hasPasskey: false,
  everyone: null,
}

export const security: PageValues['security'] = {
  ...ownerOfActive,
  email: 'dana@harbor.example',
  sessions: [
    {
      id: 1,
      name: '',
      browser: 'Chrome 140',
      system: 'Windows',
      address: '203.0.113.x',
      since: 'March 18, 2026',
      last_seen: 'March 18, 2026, 9:58 AM',
      is_this: true,
    },
  ],
  trusted_devices: [],
  waitingEmail: null,
  factor: null,
  passkeys: 0,
  timeZone: 'US/Central',
  billingTimeZone: 'US/Central',
}
