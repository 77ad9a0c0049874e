import type { FastifyInstance } from 'fastify'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { StateTag } from '#contract/desk/desk-moment.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { disputeTags } from '#contract/desk/disputes.ts'
import {
  type FindValues,
  type FoundGroup,
  type FoundValues,
  find,
  foundKinds,
  type Marked,
} from '#contract/desk/find.ts'
import { LEFT_SIGN_UPS_DAYS } from '#contract/desk/today.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import {
  findAnything,
  findMore,
  isListed,
  type ListedKind,
  listedKinds,
  type Match,
} from '#server/accounts/find/find-anything.ts'
import { folded } from '#server/accounts/find/find-by-words.ts'
import { type FoundAccount, type HitKind, hitKinds } from '#server/accounts/find/find-named.ts'
import { type ParsedQuery, withoutCard } from '#server/accounts/find/parse-query.ts'
import { leftBetween } from '#server/billing/queues/left-sign-ups.ts'
import { readId } from '#server/platform/db/cursor.ts'
import { formatShortDate } from '#server/platform/format-moment.ts'
import type { Redirect } from '#server/platform/http/pages.ts'
import { type DeskDeps, deskPage, deskRoute } from '../desk-routes.ts'
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

export function findRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'find', (_operator, { query }) => showFind(deps, query))
  deskRoute(app, deps, find, async ({ text }) => ({ data: await showFound(deps, text) }))
}

const SHOWN = 10
const PAGE = 50
const nothing: FoundValues = {
  groups: [],
  opens: null,
  isCutShort: false,
  errorNumber: null,
  wasCardNumber: false,
}

/** The page: an exact match is opened at once. */
async function showFind(
  deps: DeskDeps,
  query: { q?: string; card?: string; kind?: string; after?: string },
): Promise<FindValues | Redirect> {
  const { q = '' } = query
  const cut = withoutCard(q)
  // The number must not stay in the page's URL.
  if (cut !== undefined) return { redirectTo: `${hrefOfText(cut)}&card=whole` }
  const kind = listedKinds.find((one) => one === query.kind)
  if (kind) return { ...(await showPage(deps, q.trim(), kind, readId(query.after) ?? null)), text: q.trim() }
  const found = await showFound(deps, q)
  if (found.opens) return { redirectTo: found.opens }
  return { ...found, text: q.trim(), wasCardNumber: query.card === 'whole' }
}

function hrefOfText(text: string): string {
  return `${deskPages.find.path}?q=${encodeURIComponent(text)}`
}

/** All results of one kind, page by page. */
async function showPage(
  { db, clock }: DeskDeps,
  text: string,
  kind: ListedKind,
  after: number | null,
): Promise<FoundValues> {
  const { wanted, matches, next, isTooSlow } = await findMore(db, { typed: text, kind, after, atMost: PAGE })
  const first = `${hrefOfText(text)}&kind=${kind}`
  const links = [
    { text: 'All results', href: hrefOfText(text) },
    ...(after === null ? [] : [{ text: 'First page', href: first }]),
    ...(next === null ? [] : [{ text: 'Next page', href: `${first}&after=${next}` }]),
  ]
  const rows = matches.map((match) => rowOf(match, wanted, clock.now()))
  const isGivenUp = isTooSlow && rows.length === 0
  return {
    ...nothing,
    groups: isGivenUp ? [] : [{ kind, rows, isMore: false, links }],
    isCutShort: isTooSlow,
  }
}

function rowOf(match: Match, wanted: ParsedQuery, now: Date) {
  const { kind, accountId, reference, what, text, account, amountCents, at } = match
  return {
    key: [kind, accountId, what, reference, text].join(' '),
    href: hrefOf(match, now),
    title: titleOf(match),
    facts: [
      ...(account ? [account.pin] : []),
      ...(account && kind !== 'account' ? [account.company] : []),
      ...(account && kind === 'account' ? [account.owner, account.email] : []),
      ...(account && kind === 'card' ? [account.owner] : []),
      ...(amountCents === null ? [] : [formatAmount(amountCents)]),
      ...(at ? [formatShortDate('UTC', at)] : []),
    ].filter((fact) => fact !== ''),
    tag: tagOf(match),
    what,
    matched: mark(text, wanted),
  }
}

/** Where a result opens: its own page, or that of its account. */
function hrefOf({ kind, reference, account, state, at }: Match, now: Date): string | null {
  if (kind === 'dispute') return fillPath(deskPages.dispute.path, { id: reference })
  if (kind === 'mail') return mailPath(Number(reference))
  if (account && kind === 'bill') return billPath(account.pin, reference)
  if (account && kind === 'credit-note') return creditNotePath(account.pin, reference)
  if (account) return fillPath(deskPages.account.path, { number: account.pin })
  if (kind !== 'sign-up') return null
  if (state === 'held') return deskPages['held-sign-ups'].path
  const queue = state === 'left' ? queueOfLeft(at, now) : queueOfSignUp(state)
  return queue && fillPath(deskPages.queue.path, { queue })
}

/** The queue shows only those of some days. */
function queueOfLeft(at: Date | null, now: Date): 'left' | null {
  const { since, before } = leftBetween(now, LEFT_SIGN_UPS_DAYS)
  return at && at > since && at <= before ? 'left' : null
}

/** Declined, refused and dropped sign-ups are in no queue. */
function queueOfSignUp(state: string | null): 'charges' | null {
  return state === 'intent' || state === 'unknown' ? 'charges' : null
}

function titleOf({ kind, text, person, account }: Match): string {
  if (kind === 'account') return account?.company ?? text
  return person?.name ?? text
}

/** The words and tones of the pages that show the same thing. */
const tags: Partial<Record<HitKind, Record<string, StateTag>>> = {
  'sign-up': signUpTags,
  bill: billTags,
  'credit-note': creditNoteTags,
  charge: chargeTags,
  refund: refundTags,
  dispute: disputeTags,
  mail: mailTags,
}

function tagOf({ kind, state, account }: Match): StateTag | null {
  if (kind === 'account' || kind === 'person' || kind === 'card') return account && accountTag(account)
  return state === null ? null : (tags[kind]?.[state] ?? { text: state, tone: null })
}

function accountTag({ status, isFraud }: FoundAccount): StateTag {
  return isFraud ? { text: 'Closed for fraud', tone: 'bad' } : statusTag(status)
}

const PHONE_DIGITS = 10

/** Which part of a stored text matched: all of the query if possible, or one of the words. */
function mark(stored: string, wanted: ParsedQuery): Marked {
  const letters = [...stored]
  // Normalizing may turn a letter into two, so each position is recorded.
  const places = letters.flatMap((letter, at) => [...folded(letter)].map(() => at))
  const text = letters.map(folded).join('')
  for (const sought of soughtBy(wanted)) {
    const at = sought === '' ? -1 : text.indexOf(sought)
    const [first, last] = [places[at], places[at + sought.length - 1]]
    if (at >= 0 && first !== undefined && last !== undefined)
      return {
        before: letters.slice(0, first).join(''),
        hit: letters.slice(first, last + 1).join(''),
        after: letters.slice(last + 1).join(''),
      }
  }
  return { before: stored, hit: '', after: '' }
}

function soughtBy(wanted: ParsedQuery): string[] {
  const { text, email = '', digits, lastFour = '', bills, creditNotes, references, words } = wanted
  return [
    text,
    email,
    digits,
    digits.slice(-PHONE_DIGITS),
    ...bills,
    ...creditNotes,
    ...references,
    lastFour,
    ...words,
  ].map(folded)
}

async function showFound({ db, clock }: DeskDeps, text: string): Promise<FoundValues> {
  if (text.trim() === '') return nothing
  const now = clock.now()
  const { wanted, matches, isCutShort } = await findAnything(db, text)
  return {
    groups: groupsOf(matches, wanted, now),
    opens: theOneNamed(matches, now),
    isCutShort,
    errorNumber: wanted.requestId ?? null,
    wasCardNumber: wanted.isCardNumber,
  }
}

/** Exact matches first. */
function groupsOf(matches: readonly Match[], wanted: ParsedQuery, now: Date): FoundGroup[] {
  const hasExact = (kind: string) => matches.some((match) => match.kind === kind && match.isExact)
  return hitKinds
    .filter((kind) => matches.some((match) => match.kind === kind))
    .toSorted((one, other) => Number(hasExact(other)) - Number(hasExact(one)))
    .map((kind) => {
      const ofKind = matches.filter((match) => match.kind === kind)
      return {
        kind,
        rows: ofKind.slice(0, SHOWN).map((match) => rowOf(match, wanted, now)),
        isMore: ofKind.length > SHOWN,
        links:
          ofKind.length > SHOWN && isListed(kind, ofKind)
            ? [
                {
                  text: `Show all ${foundKinds[kind].toLowerCase()}`,
                  href: `${hrefOfText(wanted.text)}&kind=${kind}`,
                },
              ]
            : [],
      }
    })
}

function theOneNamed(matches: readonly Match[], now: Date): string | null {
  const places = new Set(matches.filter(({ isExact }) => isExact).map((match) => hrefOf(match, now)))
  const [only] = places
  return places.size === 1 ? (only ?? null) : null
}
