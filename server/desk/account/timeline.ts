import { nameActor } from '#contract/accounts/name-actor.ts'
import { type TimelineKind, type TimelinePart, timelineKindNames } from '#contract/desk/account.ts'
import {
  type ActivityKind,
  type ActivityName,
  activities,
  activityNames,
  operatorActions,
} from '#contract/features/activity.ts'
import { moreOf } from '#server/accounts/more-of.ts'
import { listInvoicesBefore } from '#server/billing/invoices/show-invoices.ts'
import { listPlans } from '#server/billing/renewals/plans-for-operators.ts'
import type { Deps } from '#server/deps.ts'
import { listFailures, listPeopleOf, listSignIns } from '#server/features/account/activity/queries.ts'
import type { GatewayAlert } from '#server/platform/audit.ts'
import {
  type Before,
  beforeCursor,
  type Cursor,
  mergeNewest,
  NEWEST,
  partOf,
  readCursor,
  writeCursor,
} from '#server/platform/db/cursor.ts'
import { momentIn } from '../desk-moment.ts'
import { billPath, creditNotePath, disputePath, mailPath } from '../links.ts'
import type { LineText } from './timeline-lines.ts'
import * as lines from './timeline-lines.ts'
import type { DeskOnly, EntryName, OthersEntry, TimelineEntry } from './timeline-queries.ts'
import * as queries from './timeline-queries.ts'

/** The timeline's tables, in the order of lines of the same moment, with the kinds in each. */
const kindsOf = {
  note: ['note'],
  audit: ['money', 'plan', 'sign-in', 'security', 'people', 'partner', 'settings', 'operator'],
  mail: ['mail'],
  'credit-note': ['money'],
  dispute: ['money'],
  charge: ['money'],
  bill: ['money'],
  consent: ['consent'],
  'sign-in': ['sign-in'],
  'past-sign-in': ['sign-in'],
  failure: ['sign-in'],
} as const satisfies Record<string, readonly TimelineKind[]>
type Source = keyof typeof kindsOf

const sources = Object.keys(kindsOf) as Source[]
const PART = 40

type Row = { id: number; at: Date; micros: number } & lines.LineText
type Line = Cursor & Row & { key: string }
type TimelineAsked = { kinds: TimelineKind[]; before: string | undefined }

/**
 * Everything about an account, newest first, page by page. Each table contributes at most one page, by an
 * index on account and time.
 */
export async function listTimeline(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  account: { id: number; number: string; timeZone: string },
  { kinds, before }: TimelineAsked,
): Promise<TimelinePart> {
  const cursor = readCursor(before)
  const people = await listPeopleOf(db, { accountId: account.id })
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const nameOf = (agentId: number) => names.get(agentId) ?? 'Someone'
  const who: lines.Who = (actor) => nameActor(actor, nameOf, (email) => email)
  const agentIds = [...names.keys()]
  const request = new Set(kinds.length > 0 ? kinds : timelineKindNames)

  const branches: { [Name in Source]: (from: Before) => Promise<Row[]> } = {
    note: async (from) =>
      branchOf(await queries.listNotes(db, account.id, from), (row) => lines.sayNote(row, who)),
    audit: async (from) => {
      const ofOthers = othersEntries.filter((name) => request.has(kindOfAction(name)))
      const wanted = { names: entryNames, ofOthers, ofOperators: request.has('operator') }
      return branchOf(await queries.listEntries(db, account.id, wanted, from), (row) => sayEntry(row, nameOf))
    },
    mail: async (from) =>
      branchOf(await queries.listMails(db, account.id, from), (row) => lines.sayMail(row, mailPath(row.id))),
    'credit-note': async (from) =>
      branchOf(await queries.listCreditNotes(db, account.id, from), (row) =>
        lines.sayCreditNote(row, row.number && creditNotePath(account.number, row.number), who),
      ),
    dispute: async (from) =>
      branchOf(await queries.listDisputes(db, account.id, from), (row) =>
        lines.sayDispute(row, disputePath(row.reference)),
      ),
    charge: async (from) => {
      const charges = await queries.listCharges(db, account.id, from)
      const periodIds = charges.flatMap(({ periodId }) => periodId ?? [])
      const plans = await listPlans(db, periodIds, clock.now())
      return branchOf(charges, (row) => {
        const plan = row.periodId === null ? undefined : plans.get(row.periodId)
        return lines.sayCharge(row, who, plan?.refusalId === row.id ? plan.says : [])
      })
    },
    bill: async (from) =>
      branchOf(await listInvoicesBefore(db, account.id, from), (row) =>
        lines.sayBill(row, billPath(account.number, row.number)),
      ),
    consent: async (from) => branchOf(await queries.listConsents(db, account.id, from), lines.sayConsent),
    'sign-in': async (from) =>
      branchOf(await listSignIns(db, agentIds, from), (row) => lines.saySignIn(row, who)),
    'past-sign-in': async (from) =>
      branchOf(await queries.listPastSignIns(db, account.id, from), (row) => lines.sayPastSignIn(row, who)),
    failure: async (from) =>
      branchOf(await listFailures(db, agentIds, from), (row) => lines.sayFailure(row, who)),
  }

  const found: Line[] = []
  for (const [source, name] of sources.entries()) {
    if (!kindsOf[name].some((kind) => request.has(kind))) continue
    // One more than is shown tells whether there are older ones.
    const rows = await branches[name]({ ...beforeCursor(cursor ?? NEWEST, source), limit: PART + 1 })
    found.push(...rows.map((row) => ({ ...row, source, key: `${name}-${row.id}` })))
  }
  const { rows, last } = partOf(mergeNewest(found, PART + 1), PART)
  return {
    lines: rows.map(({ micros, source, id, at, ...line }) => ({
      ...line,
      at: momentIn(account.timeZone, at),
    })),
    kinds,
    older: last ? writeCursor(last) : null,
    isNewest: cursor === undefined,
  }
}

function branchOf<Found extends Omit<Row, keyof lines.LineText>>(
  rows: readonly Found[],
  say: (row: Found) => lines.LineText,
): Row[] {
  return rows.map((row) => ({ id: row.id, at: row.at, micros: row.micros, ...say(row) }))
}

/** Maps the kinds of the customer's log to the timeline's. */
const kinds: Record<ActivityKind, TimelineKind> = {
  'sign-in': 'sign-in',
  security: 'security',
  people: 'people',
  billing: 'plan',
  apps: 'partner',
  account: 'settings',
  support: 'operator',
}

/** Entries about a payment rather than the plan. */
const aboutMoney = new Set<ActivityName>([
  'card-changed',
  'card-date-told',
  'card-number-told',
  'card-closed-told',
  'backup-card-added',
  'backup-card-removed',
  'cards-swapped',
  'paid-by-hand',
  'dispute-won',
  'dispute-lost',
  'refund-refused',
])

/** The timeline's own row has more detail. */
const shownElsewhere = new Set<ActivityName>(['dispute'])

/** Approval requests and retries. Never in the customer's own log. */
const ofOperators: Record<DeskOnly, string> = {
  'approval-asked': 'Asked for the agreement of a second operator',
  'approval-agreed': 'Agreed to the request of another operator',
  'approval-declined': 'Declined the request of another operator',
  'approval-withdrawn': 'Withdrew the request',
  'job-retried': operatorActions['job-retried'],
  'mail-set-aside': operatorActions['mail-set-aside'],
  'refund-settled': operatorActions['refund-settled'],
  'refund-waits': operatorActions['refund-waits'],
  'waiting-refund-withdrawn': operatorActions['waiting-refund-withdrawn'],
  'failed-refund-sent-again': operatorActions['failed-refund-sent-again'],
  'failed-refund-credited': operatorActions['failed-refund-credited'],
  'failed-refund-dismissed': operatorActions['failed-refund-dismissed'],
}

/** What the gateway said to operators. Never in the customer's own log either. */
const gatewayAlerts: GatewayAlert[] = ['refund-failed', 'refund-unbooked', 'card-contact-asked']

/** Actions that anybody may have taken. */
const othersEntries: OthersEntry[] = [
  ...activityNames().filter((name) => !shownElsewhere.has(name)),
  ...gatewayAlerts,
]
const entryNames: EntryName[] = [...othersEntries, ...(Object.keys(ofOperators) as DeskOnly[])]

function isGatewayAlert(action: string): action is GatewayAlert {
  return gatewayAlerts.some((alert) => alert === action)
}

function kindOfAction(action: OthersEntry): TimelineKind {
  if (isGatewayAlert(action)) return 'money'
  return aboutMoney.has(action) ? 'money' : kinds[activities[action].kind]
}

function sayEntry(row: TimelineEntry, nameOf: (agentId: number) => string): LineText {
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
    // The operator's text says more than the chosen reason.
    reason: [words, reason].find((one) => typeof one === 'string' && one !== '')?.toString() ?? '',
    from: [device, ip].filter(Boolean).join(' · '),
    tag: null,
    link: null,
    isStruck: false,
  }
}

/** Operators' actions are one kind, whatever they were. */
function kindOfEntry(action: EntryName, actor: string): TimelineKind {
  return isDeskOnly(action) || actor.startsWith('operator:') ? 'operator' : kindOfAction(action)
}

function isDeskOnly(action: EntryName): action is DeskOnly {
  return Object.hasOwn(ofOperators, action)
}

function textOf(action: EntryName): string {
  if (isDeskOnly(action)) return ofOperators[action]
  return isGatewayAlert(action) ? operatorActions[action] : activities[action].text
}
