import { linesOfItems } from '#contract/catalogue/items.ts'
import type { Person } from '#server/identity/mail-person.ts'
import type { PersonalMail, Recipient } from '#server/platform/mail/queue-mail.ts'

export type Sample = { to: Recipient; mail: PersonalMail }

const account = { accountId: 1, company: 'Harbor View Realty', pin: '204816', timeZone: 'US/Eastern' }

/** Made-up people of a made-up account. */
export const dana: Person = {
  ...account,
  id: 1,
  email: 'dana@example.com',
  firstName: 'Dana',
  fullName: 'Dana Miller',
}
export const sam: Person = {
  ...account,
  id: 2,
  email: 'sam@example.com',
  firstName: 'Sam',
  fullName: 'Sam Rivera',
}
export const samNamed = { email: sam.email, firstName: 'Sam', lastName: 'Rivera' }
export const danaNamed = { email: dana.email, firstName: 'Dana', lastName: 'Miller' }
export const billingContact: Recipient = { email: 'books@example.com' }

export const card = { brand: 'Visa', lastFour: '1111' }
export const now = new Date('2026-11-15T15:00:00Z')
export const lines = linesOfItems([
  { key: 'triple', quantity: 1, unitPrice: 13_900 },
  { key: 'lead', quantity: 2, unitPrice: 1_000 },
])
/** Like the token of a link, but it opens nothing. */
export const linkToken = 'a-sample-that-opens-nothing-and-was-never-sent'
export const takenBack = {
  removed: ['Pat Lee (pat@example.com)'],
  removesMore: false,
  stillInvited: ['Kim Park (kim@example.com)'],
  changes: [{ wayBack: 'billing' as const, texts: ['The card on file was changed'] }],
  hasMoreChanges: false,
}
