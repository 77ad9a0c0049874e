/** Account statuses by their wire names, with label and style. */
export const statuses = {
  'free signup agent': { text: 'Free sign-up', style: 'free-signup' },
  'free agent': { text: 'Free agent', style: 'free-signup' },
  pending: { text: 'Being set up', style: 'pending' },
  'waiting for reactivation': { text: 'Waiting for reactivation', style: 'pending' },
  active: { text: 'Active', style: 'active' },
  expired: { text: 'Expired', style: 'cancelled' },
  canceled: { text: 'Canceled', style: 'cancelled' },
  past_due: { text: 'Past due', style: 'past-due' },
  '24h_past_due': { text: 'Past due, last day', style: 'past-due' },
} as const

export type Status = keyof typeof statuses
export type StatusStyle = (typeof statuses)[Status]['style'] | 'neutral'

export function styleOf(statusId: string): StatusStyle {
  return Object.hasOwn(statuses, statusId) ? statuses[statusId as Status].style : 'neutral'
}
