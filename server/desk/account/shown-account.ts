import type { DeskAccount } from '#contract/desk/account/values.ts'
import { momentIn, nameZone } from '../desk-moment.ts'
import type { AccountFound } from '../find-account.ts'
import { statusTag } from '../state-tags.ts'

export function shownAccount(found: AccountFound): DeskAccount {
  const { number, company, status, timeZone, phone, city, state, fraudMarkedAt, fraudReason } = found
  const { text, tone } = statusTag(status)
  return {
    number,
    company,
    status: text,
    tone,
    since: momentIn(timeZone, found.since),
    created: momentIn(timeZone, found.createdAt),
    timeZone: nameZone(timeZone),
    phone,
    place: [city, state].filter(Boolean).join(', '),
    fraud: fraudMarkedAt ? { since: momentIn(timeZone, fraudMarkedAt), reason: fraudReason ?? '' } : null,
  }
}
