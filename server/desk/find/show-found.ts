import { formatAmount } from '#contract/catalogue/money.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import type { FindValues, FoundGroup, FoundValues } from '#contract/desk/find/values.ts'
import { findAnything, type Match } from '#server/accounts/find/find-anything.ts'
import { hitKinds } from '#server/accounts/find/hit.ts'
import { readWanted, type Wanted } from '#server/accounts/find/read-wanted.ts'
import { formatShortDate } from '#server/platform/format-moment.ts'
import type { Redirect } from '#server/platform/http/pages.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { hrefOf, tagOf, titleOf } from './describe.ts'
import { mark } from './mark.ts'

const SHOWN = 10
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
  query: { q?: string; card?: string },
): Promise<FindValues | Redirect> {
  const { q = '' } = query
  const { isCardNumber, lastFour } = readWanted(q)
  // The number must not stay in the address of the page.
  if (isCardNumber)
    return {
      redirectTo: `${deskPages.find.path}?q=${encodeURIComponent(`ending in ${lastFour}`)}&card=whole`,
    }
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
