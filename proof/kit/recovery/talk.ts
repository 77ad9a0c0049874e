export type PayRequest = { number: number; accountId: number; agentId: number; card: 'first' | 'typed' }
export type PayAnswer = 'paid' | 'confirming' | 'declined' | 'unusable' | 'nothing-open'
/** What a customer reads about their unpaid month. */
export type Told = { number: number; purpose: string; plain: string; at: Date }
/**
 * To an instance: do what is due at this time; pay for these customers; hear that their banks changed these
 * cards; or show the Billing page of some customers who owe.
 */
export type Asked =
  | string
  | { at: string; pay: PayRequest[] }
  | { at: string; changed: string[] }
  | { at: string; looks: number }
