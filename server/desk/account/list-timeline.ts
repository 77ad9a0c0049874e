import { nameActor } from '#contract/accounts/name-actor.ts'
import { type TimelineKind, type TimelinePart, timelineKindNames } from '#contract/desk/account/timeline.ts'
import { listInvoicesBefore } from '#server/billing/invoices/show-invoices.ts'
import type { Deps } from '#server/deps.ts'
import { listFailures, listPeopleOf, listSignIns } from '#server/features/account/activity/queries.ts'
import { type Before, type Cursor, keysetOver } from '#server/platform/db/keyset.ts'
import { momentIn } from '../desk-moment.ts'
import { billPath, creditNotePath, disputePath, mailPath } from '../links.ts'
import { entryNames, kindOfAction, othersEntries, sayEntry } from './entry-line.ts'
import * as lines from './timeline-lines.ts'
import * as queries from './timeline-queries.ts'

/** The tables of the timeline, in the order of lines of the same moment, and the kinds that each has. */
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
const keyset = keysetOver(sources)
const PART = 40

type Line = Cursor<Source> & lines.Said
export type TimelineAsked = { kinds: TimelineKind[]; before: string | undefined }

/**
 * Everything about an account, newest first, in parts. Each table gives at most one part, by an index on account and
 * time; the cursor is the moment, the table and the id of the last line.
 */
export async function listTimeline(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  account: { id: number; number: string; timeZone: string },
  { kinds, before }: TimelineAsked,
): Promise<TimelinePart> {
  const now = clock.now()
  const cursor = keyset.read(before)
  const people = await listPeopleOf(db, { accountId: account.id })
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const nameOf = (agentId: number) => names.get(agentId) ?? 'Someone'
  const who: lines.Who = (actor) => nameActor(actor, nameOf, (email) => email)
  const agentIds = [...names.keys()]
  const asked = new Set(kinds.length > 0 ? kinds : timelineKindNames)

  const branches: { [Name in Source]: (from: Before) => Promise<Omit<Line, 'source'>[]> } = {
    note: async (from) =>
      said(await queries.listNotes(db, account.id, from), (row) => lines.sayNote(row, who)),
    audit: async (from) => {
      const ofOthers = othersEntries.filter((name) => asked.has(kindOfAction(name)))
      const wanted = { names: entryNames, ofOthers, ofOperators: asked.has('operator') }
      return said(await queries.listEntries(db, account.id, wanted, from), (row) => sayEntry(row, nameOf))
    },
    mail: async (from) =>
      said(await queries.listMails(db, account.id, from), (row) => lines.sayMail(row, mailPath(row.id))),
    'credit-note': async (from) =>
      said(await queries.listCreditNotes(db, account.id, from), (row) =>
        lines.sayCreditNote(row, row.number && creditNotePath(account.number, row.number), who),
      ),
    dispute: async (from) =>
      said(await queries.listDisputes(db, account.id, from), (row) =>
        lines.sayDispute(row, disputePath(row.reference)),
      ),
    charge: async (from) =>
      said(await queries.listCharges(db, account.id, from), (row) => lines.sayCharge(row, who)),
    bill: async (from) =>
      said(await listInvoicesBefore(db, account.id, from), (row) =>
        lines.sayBill(row, billPath(account.number, row.number)),
      ),
    consent: async (from) => said(await queries.listConsents(db, account.id, from), lines.sayConsent),
    'sign-in': async (from) =>
      said(await listSignIns(db, agentIds, from), (row) => lines.saySignIn(row, who)),
    'past-sign-in': async (from) =>
      said(await queries.listPastSignIns(db, account.id, from), (row) => lines.sayPastSignIn(row, who)),
    failure: async (from) =>
      said(await listFailures(db, agentIds, from), (row) => lines.sayFailure(row, who)),
  }

  const found: Line[] = []
  for (const source of sources) {
    if (!kindsOf[source].some((kind) => asked.has(kind))) continue
    // One more than is shown tells whether there are older ones.
    const rows = await branches[source](keyset.beforeIn(source, cursor, now, PART + 1))
    found.push(...rows.map((row) => ({ ...row, source })))
  }
  const shown = keyset.merge(found, PART)
  const last = shown.at(-1)
  return {
    lines: shown.map(({ source, id, at, ...line }) => ({
      ...line,
      key: `${source}-${id}`,
      at: momentIn(account.timeZone, at),
    })),
    kinds,
    older: last && found.length > PART ? keyset.write(last) : null,
    isNewest: cursor === undefined,
  }
}

function said<Row extends { id: number; at: Date }>(
  rows: readonly Row[],
  say: (row: Row) => lines.Said,
): Omit<Line, 'source'>[] {
  return rows.map((row) => ({ id: row.id, at: row.at, ...say(row) }))
}
