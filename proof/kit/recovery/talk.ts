export type PayRequest = { number: number; accountId: number; agentId: number; card: 'first' | 'typed' }
export type PayAnswer = 'paid' | 'confirming' | 'declined' | 'unusable' | 'nothing-open'
/** What somebody reads about a customer's unpaid month: in a mail, on Billing, by a payment link or at the desk. */
export type Told = { number: number; purpose: string; plain: string; at: Date; payable?: Payable }
/** Whether a page lets the card on file and the backup pay. Undefined: it does not name that card. */
export type Payable = { first?: boolean | undefined; backup?: boolean | undefined }
/**
 * To an instance: do what is due at this time; pay for these customers; hear that their banks changed these
 * cards; or show what people read about some customers who owe.
 */
export type Asked =
  | string
  | { at: string; pay: PayRequest[] }
  | { at: string; changed: string[] }
  | { at: string; looks: number }
