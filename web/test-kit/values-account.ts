import type { AccountValues } from '#contract/accounts/account-values.ts'
import type { CardOnFile, InvoiceRow, OpenInvoice } from '#contract/billing/values.ts'
import { defaultPrices } from '#contract/catalogue/default-prices.ts'
import { items, type PlanLine } from '#contract/catalogue/plan.ts'
import type { Person } from '#contract/features/people.ts'

/** What the layout shows to the owner of a paid, active account. */
export const ownerOfActive: AccountValues = {
  agentId: 11,
  role: 'owner',
  company: 'Harbor Homes',
  pin: '318204',
  statusId: 'active',
  status: 'Active',
  runsThrough: null,
  systemStatus: 'Normal',
  scope: 'account',
  factorDueAt: null,
  bouncedEmail: null,
  openMonth: null,
}

/** The same owner, who can only pay. */
export const ownerOfPastDue: AccountValues = {
  ...ownerOfActive,
  statusId: 'past_due',
  status: 'Past due',
  scope: 'billing',
}

export const visa: CardOnFile = {
  id: 70,
  brand: 'Visa',
  lastFour: '1111',
  expires: '12/2028',
  expiresTooSoon: false,
  refused: '',
}

export const openMonth: OpenInvoice = {
  cents: 397_00,
  number: 'R-1004',
  sayNextTry: 'Unless you pay first, we will try the card on file again on March 20, 2026, 9:00 AM Central.',
  sayRefused: '',
  pausedSince: 'March 17, 2026, 12:00 AM Central',
  endsAt: 'March 24, 2026, 9:00 AM Central',
  isConfirming: false,
}

/** The same month on account pages, for people who may pay. */
export const payableMonth = {
  cents: openMonth.cents,
  number: openMonth.number,
  isConfirming: false,
  card: { id: visa.id, brand: visa.brand, lastFour: visa.lastFour },
}

export const paidBill: InvoiceRow = {
  number: 'R-1003',
  issuedOn: '2026-02-17',
  what: 'Monthly plan',
  note: '',
  totalCents: 397_00,
  refundedCents: 0,
  creditedCents: 0,
  lostCents: 0,
  state: 'paid',
}

export const countries = [{ value: 'US', displayValue: 'United States' }]

/** A line of a plan at its list price. */
export function planLine(key: keyof typeof items, quantity = 1): PlanLine {
  const { label, priceKey } = items[key]
  const unitPrice = defaultPrices[priceKey]
  return { key, label, quantity, unitPrice, amount: quantity * unitPrice }
}

export const dana: Person = {
  id: 11,
  name: 'Dana Whitfield',
  email: 'dana@harbor.example',
  role: 'owner',
  status: 'Active',
  status_id: 'active',
  has_joined: true,
  when: 'Joined January 5, 2026',
  is_you: true,
}

export const marcus: Person = {
  ...dana,
  id: 12,
  name: 'Marcus Bell',
  email: 'marcus@harbor.example',
  role: 'user',
  is_you: false,
}
