import type { PageValues } from '#contract/page-values.ts'
import { describeScopes } from '#contract/partners/scopes.ts'
import type { Query } from '#contract/wire/query.ts'
import type { Deps } from '#server/deps.ts'
import { findClient } from '#server/identity/clients.ts'
import { readSettings } from '#server/platform/settings.ts'
import { checkRequest, requestIn } from './checks.ts'

/** Shows which partner asks and for what, before the person types anything. */
export async function showAuthorize(
  { db }: Pick<Deps, 'db'>,
  query: Query,
): Promise<PageValues['authorize']> {
  const { systemStatus } = await readSettings(db)
  const request = requestIn((name) => query[name] ?? '')
  const client = /\0/.test(request.client_id) ? undefined : await findClient(db, request.client_id)
  const checked = checkRequest(request, client)
  switch (checked.kind) {
    case 'strange':
      return { systemStatus, partner: null, problem: checked.text }
    case 'wrong':
      return { systemStatus, partner: { ...faceOf(checked.client), allows: [] }, problem: checked.text }
    case 'in-order': {
      const allows = describeScopes(checked.scope)
      return { systemStatus, partner: { ...faceOf(checked.client), allows }, problem: '' }
    }
  }
}

function faceOf({ name, logo }: { name: string; logo: string }) {
  return { name, logo }
}
