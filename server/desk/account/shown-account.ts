import { type Status, statuses } from '#contract/accounts/statuses.ts'
import type { DeskAccount } from '#contract/desk/account/values.ts'
import type { Tone } from '#contract/desk/desk-moment.ts'
import { momentIn, nameZone } from '../desk-moment.ts'
import type { AccountFound } from '../find-account.ts'

const tones: Record<Status, Tone> = {
  'free signup agent': 'warn',
  'free agent': 'good',
  pending: 'warn',
  'waiting for reactivation': 'warn',
  active: 'good',
  expired: 'bad',
  canceled: 'bad',
  past_due: 'bad',
  '24h_past_due': 'bad',
}

export function shownAccount(found: AccountFound): DeskAccount {
  const { number, company, status, timeZone, phone, city, state, fraudMarkedAt, fraudReason } = found
  return {
    number,
    company,
    status: statuses[status].text,
    tone: tones[status],
    since: momentIn(timeZone, found.since),
    created: momentIn(timeZone, found.createdAt),
    timeZone: nameZone(timeZone),
    phone,
    place: [city, state].filter(Boolean).join(', '),
    fraud: fraudMarkedAt ? { since: momentIn(timeZone, fraudMarkedAt), reason: fraudReason ?? '' } : null,
  }
}
