/** The states of an account as the wire names them, what a person reads, and which style they take. */
export const statuses = {
  'free signup agent': { words: 'Free sign-up', style: 'free-signup' },
  'free agent': { words: 'Free agent', style: 'free-signup' },
  pending: { words: 'Being set up', style: 'pending' },
  'waiting for reactivation': { words: 'Waiting for reactivation', style: 'pending' },
  active: { words: 'Active', style: 'active' },
  expired: { words: 'Expired', style: 'cancelled' },
  canceled: { words: 'Canceled', style: 'cancelled' },
  past_due: { words: 'Past due', style: 'past-due' },
  '24h_past_due': { words: 'Past due, last day', style: 'past-due' },
} as const

export type Status = keyof typeof statuses
export type StatusStyle = (typeof statuses)[Status]['style'] | 'neutral'

export function styleOf(statusId: string): StatusStyle {
  return Object.hasOwn(statuses, statusId) ? statuses[statusId as Status].style : 'neutral'
}
