import { formatAmount } from '#contract/catalogue/money.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { type FindValues, type FoundGroup, type FoundValues, foundKinds } from '#contract/desk/find/values.ts'
import {
  findAnything,
  findMore,
  isListed,
  type ListedKind,
  listedKinds,
  type Match,
} from '#server/accounts/find/find-anything.ts'
import { hitKinds } from '#server/accounts/find/found.ts'
import { type Wanted, withoutCard } from '#server/accounts/find/read-wanted.ts'
import { formatShortDate } from '#server/platform/format-moment.ts'
import type { Redirect } from '#server/platform/http/pages.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { hrefOf, tagOf, titleOf } from './describe.ts'
import { mark } from './mark.ts'

const SHOWN = 10
const PAGE = 50
const nothing: FoundValues = {
  groups: [],
  opens: null,
  isCutShort: false,
  errorNumber: null,
  wasCardNumber: false,
}

/** The page: one result that the text names is opened at once. */
export async function showFind(
  deps: DeskDeps,
  query: { q?: string; card?: string; kind?: string; after?: string },
): Promise<FindValues | Redirect> {
  const { q = '' } = query
  const cut = withoutCard(q)
  // The number must not stay in the address of the page.
  if (cut !== undefined) return { redirectTo: `${hrefOfText(cut)}&card=whole` }
  const kind = listedKinds.find((one) => one === query.kind)
  if (kind) return { ...(await showPage(deps, q.trim(), kind, readPlace(query.after))), text: q.trim() }
  const found = await showFound(deps, q)
  if (found.opens) return { redirectTo: found.opens }
  return { ...found, text: q.trim(), wasCardNumber: query.card === 'whole' }
}

export async function showFound({ db }: DeskDeps, text: string): Promise<FoundValues> {
  if (text.trim() === '') return nothing
  const { wanted, matches, isCutShort } = await findAnything(db, text)
  return {
    groups: groupsOf(matches, wanted),
    opens: theOneNamed(matches),
    isCutShort,
    errorNumber: wanted.requestId ?? null,
    wasCardNumber: wanted.isCardNumber,
  }
}

/** All results of one kind, page by page. */
async function showPage(
  { db }: DeskDeps,
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
  const rows = matches.map((match) => rowOf(match, wanted))
  const isGivenUp = isTooSlow && rows.length === 0
  return {
    ...nothing,
    groups: isGivenUp ? [] : [{ kind, rows, isMore: false, links }],
    isCutShort: isTooSlow,
  }
}

function hrefOfText(text: string): string {
  return `${deskPages.find.path}?q=${encodeURIComponent(text)}`
}

function readPlace(text = ''): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** What was named comes first. */
function groupsOf(matches: readonly Match[], wanted: Wanted): FoundGroup[] {
  const hasExact = (kind: string) => matches.some((match) => match.kind === kind && match.isExact)
  return hitKinds
    .filter((kind) => matches.some((match) => match.kind === kind))
    .toSorted((one, other) => Number(hasExact(other)) - Number(hasExact(one)))
    .map((kind) => {
      const ofKind = matches.filter((match) => match.kind === kind)
      return {
        kind,
        rows: ofKind.slice(0, SHOWN).map((match) => rowOf(match, wanted)),
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

function rowOf(match: Match, wanted: Wanted) {
  const { kind, accountId, reference, what, text, account, amountCents, at } = match
  return {
    key: [kind, accountId, what, reference, text].join(' '),
    href: hrefOf(match),
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

function theOneNamed(matches: readonly Match[]): string | null {
  const places = new Set(matches.filter(({ isExact }) => isExact).map(hrefOf))
  const [only] = places
  return places.size === 1 ? (only ?? null) : null
}
