import type { Status } from '#contract/accounts/statuses.ts'
import { type Day, formatDay, formatShortDay } from '#contract/calendar/billing-dates.ts'

/** The account's status, explained to the people in the account. */
const statusDescriptions: Record<Status, string> = {
  active: 'Everything is paid and running.',
  'free agent': 'Your access is free of charge.',
  past_due: 'The last monthly payment did not go through.',
  '24h_past_due': 'The last monthly payment did not go through. The account ends within 24 hours.',
  pending: 'Your account is being set up.',
  'waiting for reactivation': 'Your account will be active again as soon as your payment is confirmed.',
  expired: 'Your account has ended because the last payment was not made.',
  canceled: 'Your account was canceled and has ended.',
  'free signup agent': 'Your sign-up is not finished yet.',
}

type AccountState = { statusId: string; runsThrough: Day | null }

/** The status in a word or two; if canceled but still running, with the last day. */
export function badgeLabel({ status, ...state }: AccountState & { status: string }): string {
  return isLeaving(state) ? `${status} until ${formatShortDay(state.runsThrough)}` : status
}

/** A cancellation whose subscription still runs is mentioned first. */
export function describeAccount(state: AccountState): string {
  return isLeaving(state)
    ? `Canceled. Your service runs through ${formatDay(state.runsThrough)}. There are no further charges.`
    : describeState(state.statusId)
}

function isLeaving(state: AccountState): state is AccountState & { runsThrough: Day } {
  const { statusId, runsThrough } = state
  return runsThrough !== null && (statusId === 'active' || statusId === 'free agent')
}

export function describeState(statusId: string): string {
  return Object.hasOwn(statusDescriptions, statusId) ? statusDescriptions[statusId as Status] : ''
}
