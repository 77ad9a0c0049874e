import type { TimelineKind } from '#contract/desk/account/timeline.ts'
import {
  type ActivityKind,
  type ActivityName,
  activities,
  activityNames,
} from '#contract/features/activity/activities.ts'
import { moreOf } from '#server/features/account/activity/more-of.ts'
import { nameActor } from '#server/features/account/activity/name-actor.ts'
import type { EntryRow } from '#server/features/account/activity/queries.ts'
import type { Said } from './timeline-lines.ts'

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

export const entryNames = activityNames().filter((name) => !saidElsewhere.has(name))

/** What operators did is one kind, whatever it was. */
export function kindOfEntry(action: ActivityName, actor: string): TimelineKind {
  return actor.startsWith('operator:') ? 'operator' : kindOfAction(action)
}

export function kindOfAction(action: ActivityName): TimelineKind {
  return aboutMoney.has(action) ? 'money' : kinds[activities[action].kind]
}

export function sayEntry(row: EntryRow, nameOf: (agentId: number) => string): Said {
  const { actor, action, details, device, ip } = row
  // Money goes back for a reason of a list, with words beside it.
  const reason = details.words ?? details.reason
  return {
    kind: kindOfEntry(action, actor),
    text: activities[action].text,
    more: moreOf(details, nameOf),
    who: nameActor(actor, nameOf, (email) => email),
    reason: typeof reason === 'string' ? reason : '',
    from: [device, ip].filter(Boolean).join(' · '),
    tag: null,
    link: null,
    isStruck: false,
  }
}
