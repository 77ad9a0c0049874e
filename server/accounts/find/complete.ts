import type { Db } from '#server/platform/db/database.ts'
import { accountsOf, type FoundAccount } from './found-account.ts'
import { type FoundPerson, peopleOf } from './found-person.ts'
import type { Hit } from './hit.ts'

export type Match = Hit & { account: FoundAccount | null; person: FoundPerson | null }

/** Each result with its account and its person; what was found twice is one result. */
export async function complete(db: Db, found: readonly Hit[]): Promise<Match[]> {
  const hits = withoutRepeats(found)
  const accounts = await accountsOf(db, [...new Set(hits.flatMap(({ accountId }) => accountId ?? []))])
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const people = await peopleOf(
    db,
    hits.flatMap(({ kind, reference }) => (kind === 'person' ? Number(reference) : [])),
  )
  const personOf = new Map(people.map((person) => [String(person.id), person]))
  return hits.map((hit) => ({
    ...hit,
    account: byId.get(hit.accountId ?? 0) ?? null,
    person: hit.kind === 'person' ? (personOf.get(hit.reference) ?? null) : null,
  }))
}

/** A person whose name and email match is one result, and so are the owner whose email was typed and a card entered again. */
function withoutRepeats(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>()
  return hits.filter(({ kind, accountId, reference, text }) => {
    const own = kind === 'account' ? '' : kind === 'card' ? text : reference || text
    const key = [kind, accountId, own].join(' ')
    return !seen.has(key) && seen.add(key)
  })
}
