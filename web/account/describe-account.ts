import type { Status } from '#contract/accounts/statuses.ts'
import { type Day, formatDay, formatShortDay } from '#contract/calendar/billing-dates.ts'

/** The state of an account, for the person whose account it is. */
const describeError: Record<Status, string> = {
  active: 'Everything is paid and running.',
  'free agent': 'Your access is free of charge.',
  past_due: 'The last monthly payment did not go through.',
  '24h_past_due': 'The last monthly payment did not go through, and the account ends within a day.',
  pending: 'Your account is being set up.',
  'waiting for reactivation': 'Your account comes back as soon as its payment is settled.',
  expired: 'Your account has ended, because its last payment stayed open.',
  canceled: 'Your account was canceled and has ended.',
  'free signup agent': 'Your sign-up is not finished yet.',
}

type Standing = { statusId: string; runsThrough: Day | null }

/** The state in a word or two; of one that was canceled and still runs, until when. */
export function badgeLabel({ status, ...standing }: Standing & { status: string }): string {
  return isLeaving(standing) ? `${status} until ${formatShortDay(standing.runsThrough)}` : status
}

/** One that was canceled and still runs says so first. */
export function describeStanding(standing: Standing): string {
  return isLeaving(standing)
    ? `Canceled: everything runs through ${formatDay(standing.runsThrough)}, and there are no further charges.`
    : describeState(standing.statusId)
}

function isLeaving(standing: Standing): standing is Standing & { runsThrough: Day } {
  const { statusId, runsThrough } = standing
  return runsThrough !== null && (statusId === 'active' || statusId === 'free agent')
}

export function describeState(statusId: string): string {
  return Object.hasOwn(describeError, statusId) ? describeError[statusId as Status] : ''
}
