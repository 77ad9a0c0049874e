import type { PasskeyOffer } from '#contract/accounts/account-values.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { later, MINUTE } from '#server/ports/clock.ts'
import { passkeySiteOf } from './passkey-check.ts'
import { PASSKEYS_AT_MOST, userHandleOf } from './passkeys.ts'
import type { Session } from './sessions.ts'
import { requireStepUp } from './step-up.ts'

/** Browsers create a passkey by themselves only shortly after a password. */
const FRESH_MS = 5 * MINUTE

type Standing = {
  since: Date
  isByPasskey: boolean
  passkeys: number
  /** The browser made one by itself that was not used yet. */
  hasUnused: boolean
  askedAt: Date | null
  declinedAt: Date | null
}

/** Whether the browser may create a passkey by itself on this page, and whether the person may be asked for one. */
export async function findPasskeyOffer(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  session: Pick<Session, 'id' | 'agentId' | 'scope'>,
  visitor: Pick<Visitor, 'hostName'>,
): Promise<PasskeyOffer | undefined> {
  if (session.scope !== 'account' || !passkeySiteOf(config, visitor)) return undefined
  const standing = await db.maybe<Standing>(sql`
    select s.created_at as since, coalesce(s.shown_way = 'passkey', false) as "isByPasskey", p.asked_at as "askedAt", p.declined_at as "declinedAt",
      (select count(*) from passkeys k where k.agent_id = s.agent_id)::int as passkeys,
      exists (select from passkeys k where k.agent_id = s.agent_id and not k.is_factor) as "hasUnused"
    from sessions s left join passkey_people p on p.agent_id = s.agent_id
    where s.id = ${session.id}`)
  // An operator who looks at the pages has no session there.
  if (!standing || standing.declinedAt || standing.isByPasskey) return undefined
  const isFresh = standing.since > later(clock.now(), -FRESH_MS)
  const isRoom = standing.passkeys < PASSKEYS_AT_MOST && !standing.hasUnused
  // Somebody who would have to confirm who they are first is asked, and not surprised by a dialog.
  const mayCreate = isFresh && isRoom && !(await requireStepUp({ db, clock }, session))
  const mayAsk = standing.passkeys === 0 && !standing.askedAt
  return mayCreate || mayAsk ? { mayCreate, mayAsk } : undefined
}

/** Everyone is asked once. Who says never has no passkey created by the browser, either. */
export async function notePasskeyOffer(
  db: Db,
  agentId: number,
  answer: 'asked' | 'never',
  now: Date,
): Promise<void> {
  await userHandleOf(db, agentId)
  await db.run(sql`
    update passkey_people set asked_at = coalesce(asked_at, ${now}::timestamptz),
      declined_at = case when ${answer === 'never'}::boolean then ${now}::timestamptz else declined_at end
    where agent_id = ${agentId}`)
}
