import type { StateTag } from '#contract/desk/desk-moment.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { disputeTags } from '#contract/desk/dispute-tags.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Match } from '#server/accounts/find/find-anything.ts'
import type { FoundAccount, HitKind } from '#server/accounts/find/found.ts'
import { billPath, creditNotePath, mailPath } from '../links.ts'
import {
  billTags,
  chargeTags,
  creditNoteTags,
  mailTags,
  refundTags,
  signUpTags,
  statusTag,
} from '../state-tags.ts'

/** Where a result opens: its own page, or that of its account. */
export function hrefOf({ kind, reference, account, state }: Match): string | null {
  if (kind === 'dispute') return fillPath(deskPages.dispute.path, { id: reference })
  if (kind === 'mail') return mailPath(Number(reference))
  if (account && kind === 'bill') return billPath(account.pin, reference)
  if (account && kind === 'credit-note') return creditNotePath(account.pin, reference)
  if (account) return fillPath(deskPages.account.path, { number: account.pin })
  if (kind !== 'sign-up') return null
  if (state === 'held') return deskPages['held-sign-ups'].path
  const queue = queueOfSignUp(state)
  return queue && fillPath(deskPages.queue.path, { queue })
}

/** One that was declined, refused or given up waits in no queue. */
function queueOfSignUp(state: string | null): 'left' | 'charges' | null {
  if (state === 'left') return 'left'
  return state === 'intent' || state === 'unknown' ? 'charges' : null
}

export function titleOf({ kind, text, person, account }: Match): string {
  if (kind === 'account') return account?.company ?? text
  return person?.name ?? text
}

/** The words and marks of the pages that show the same thing. */
const tags: Partial<Record<HitKind, Record<string, StateTag>>> = {
  'sign-up': signUpTags,
  bill: billTags,
  'credit-note': creditNoteTags,
  charge: chargeTags,
  refund: refundTags,
  dispute: disputeTags,
  mail: mailTags,
}

export function tagOf({ kind, state, account }: Match): StateTag | null {
  if (kind === 'account' || kind === 'person' || kind === 'card') return account && accountTag(account)
  return state === null ? null : (tags[kind]?.[state] ?? { text: state, tone: null })
}

function accountTag({ status, isFraud }: FoundAccount): StateTag {
  return isFraud ? { text: 'Closed for fraud', tone: 'bad' } : statusTag(status)
}
