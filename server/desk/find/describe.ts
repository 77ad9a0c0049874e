import { statuses } from '#contract/accounts/statuses.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import type { FoundRow } from '#contract/desk/find/values.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Match } from '#server/accounts/find/find-anything.ts'
import type { FoundAccount } from '#server/accounts/find/found-account.ts'

/** Where a result opens: its own page, or that of its account. */
export function hrefOf({ kind, reference, account, state }: Match): string | null {
  if (kind === 'dispute') return fillPath(deskPages.dispute.path, { id: reference })
  if (account) return fillPath(deskPages.account.path, { number: account.pin })
  if (kind !== 'sign-up') return null
  if (state === 'held') return deskPages['held-sign-ups'].path
  return fillPath(deskPages.queue.path, { queue: state === 'left' ? 'left' : 'charges' })
}

export function titleOf({ kind, text, person, account }: Match): string {
  if (kind === 'account') return account?.company ?? text
  return person?.name ?? text
}

type Tag = NonNullable<FoundRow['tag']>

export function tagOf({ kind, state, account }: Match): Tag | null {
  if (kind === 'account' || kind === 'person' || kind === 'card') return account ? statusTag(account) : null
  return state === null ? null : { text: state, look: looks[state] ?? 'plain' }
}

const looks: Record<string, Tag['look']> = {
  paid: 'good',
  issued: 'good',
  refunded: 'good',
  won: 'good',
  sent: 'plain',
  held: 'warn',
  unknown: 'warn',
  open: 'warn',
  opened: 'warn',
  failed: 'bad',
  declined: 'bad',
  lost: 'bad',
  hard: 'bad',
}

function statusTag({ status, isFraud }: FoundAccount): Tag {
  if (isFraud) return { text: 'Closed for fraud', look: 'bad' }
  const { text, style } = statuses[status]
  return { text, look: styleLooks[style] }
}

const styleLooks: Record<(typeof statuses)[FoundAccount['status']]['style'], Tag['look']> = {
  active: 'good',
  'free-signup': 'good',
  pending: 'warn',
  'past-due': 'warn',
  cancelled: 'bad',
}
