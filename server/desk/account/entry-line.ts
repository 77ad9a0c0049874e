import { nameActor } from '#contract/accounts/name-actor.ts'
import type { TimelineKind } from '#contract/desk/account/timeline.ts'
import {
  type ActivityKind,
  type ActivityName,
  activities,
  activityNames,
  operatorActions,
} from '#contract/features/activity.ts'
import { moreOf } from '#server/accounts/more-of.ts'
import type { RefundAlert } from '#server/platform/audit.ts'
import type { Said } from './timeline-lines.ts'
import type { DeskOnly, EntryName, OthersEntry, TimelineEntry } from './timeline-queries.ts'

/** The kinds of the customer's log under those of the timeline. */
const kinds: Record<ActivityKind, TimelineKind> = {
  'sign-in': 'sign-in',
  security: 'security',
  people: 'people',
  billing: 'plan',
  apps: 'partner',
  account: 'settings',
  support: 'operator',
}

/** What is about a payment rather than about the plan. */
const aboutMoney = new Set<ActivityName>([
  'card-changed',
  'paid-by-hand',
  'dispute-won',
  'dispute-lost',
  'refund-refused',
])

/** Its own row of the timeline says more. */
const saidElsewhere = new Set<ActivityName>(['dispute'])

/** Requests for a second operator, and what is tried or asked again. They are never in the customer's own log. */
const ofOperators: Record<DeskOnly, string> = {
  'approval-asked': 'Asked for the agreement of a second operator',
  'approval-agreed': 'Agreed to the request of another operator',
  'approval-declined': 'Declined the request of another operator',
  'approval-withdrawn': 'Withdrew the request',
  'job-retried': operatorActions['job-retried'],
  'refund-settled': operatorActions['refund-settled'],
  'refund-waits': operatorActions['refund-waits'],
  'waiting-refund-withdrawn': operatorActions['waiting-refund-withdrawn'],
  'failed-refund-sent-again': operatorActions['failed-refund-sent-again'],
  'failed-refund-credited': operatorActions['failed-refund-credited'],
  'failed-refund-dismissed': operatorActions['failed-refund-dismissed'],
}

/** What the gateway tells about refunds. They are never in the customer's own log either. */
const refundAlerts: RefundAlert[] = ['refund-failed', 'refund-unbooked']

/** What anybody may have done. */
export const othersEntries: OthersEntry[] = [
  ...activityNames().filter((name) => !saidElsewhere.has(name)),
  ...refundAlerts,
]
export const entryNames: EntryName[] = [...othersEntries, ...(Object.keys(ofOperators) as DeskOnly[])]

function isRefundAlert(action: string): action is RefundAlert {
  return refundAlerts.some((alert) => alert === action)
}

function isDeskOnly(action: EntryName): action is DeskOnly {
  return Object.hasOwn(ofOperators, action)
}

/** What operators did is one kind, whatever it was. */
function kindOfEntry(action: EntryName, actor: string): TimelineKind {
  return isDeskOnly(action) || actor.startsWith('operator:') ? 'operator' : kindOfAction(action)
}

export function kindOfAction(action: OthersEntry): TimelineKind {
  if (isRefundAlert(action)) return 'money'
  return aboutMoney.has(action) ? 'money' : kinds[activities[action].kind]
}

function textOf(action: EntryName): string {
  if (isDeskOnly(action)) return ofOperators[action]
  return isRefundAlert(action) ? operatorActions[action] : activities[action].text
}

export function sayEntry(row: TimelineEntry, nameOf: (agentId: number) => string): Said {
  const { actor, action, details, device, ip } = row
  const { words, reason, agreedBy, says } = details
  const who = (actor: string) => nameActor(actor, nameOf, (email) => email)
  return {
    kind: kindOfEntry(action, actor),
    text: textOf(action),
    more: [
      typeof says === 'string' ? says : moreOf(details, nameOf),
      typeof agreedBy === 'string' ? `Agreed by ${who(agreedBy)}` : '',
    ]
      .filter(Boolean)
      .join(' · '),
    who: who(actor),
    // What was written says more than the kind of reason that was chosen.
    reason: [words, reason].find((one) => typeof one === 'string' && one !== '')?.toString() ?? '',
    from: [device, ip].filter(Boolean).join(' · '),
    tag: null,
    link: null,
    isStruck: false,
  }
}
