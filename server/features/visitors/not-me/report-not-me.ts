import { NOT_ME_DAYS, RESET_LINK_MINUTES } from '#contract/calendar/lifetimes.ts'
import type { NotMeValues, Ownership } from '#contract/features/not-me.ts'
import { lockPersonOf } from '#server/accounts/accounts.ts'
import { endHandOversOf, findGivenAway, noteReported } from '#server/accounts/hand-overs.ts'
import { removeOtherStrangers, removeStrangers } from '#server/accounts/remove-strangers.ts'
import { lockPeople } from '#server/accounts/seats.ts'
import { listChangesSince, listStillInvited } from '#server/accounts/taken-back.ts'
import type { Deps } from '#server/deps.ts'
import { deleteFormerEmails } from '#server/identity/agents.ts'
import { setPassword } from '#server/identity/credentials.ts'
import { dropLinks, findLink, linkLimit, makeLink, spendLink, wasUsed } from '#server/identity/links.ts'
import { mailPerson } from '#server/identity/mail-person.ts'
import { revokeGrantsSince } from '#server/identity/partners.ts'
import { deletePasskeysAdded } from '#server/identity/passkeys.ts'
import { findSecondFactor, removeSecondFactor } from '#server/identity/second-factors.ts'
import { endSessionsOfAgent, originOf } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, limitByIp } from '#server/platform/limits.ts'
import { personAndEmail } from '#server/platform/mail/names.ts'
import { noteEmailWorks } from '#server/platform/mail/note-bounce.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { newToken } from '#server/platform/secret-tokens.ts'
import {
  lockedTransaction,
  type TransactionDeps,
  type Tx,
  transaction,
} from '#server/platform/transaction.ts'
import { DAY, later, MINUTE } from '#server/ports/clock.ts'
import { lockedMail, type Removed } from './mails.ts'
import { endNotices, findFirstNotice, findPerson, restoreEmail } from './queries.ts'

const byIp = linkLimit('not-me')
const PURPOSE = 'not-me'

/** Opening the link changes nothing, because mail scanners open links too. */
export async function showNotMe(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
  visitor: Pick<Visitor, 'ip'>,
): Promise<NotMeValues> {
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  const link = await findLink(db, PURPOSE, linkToken, now)
  const person = link?.agentId ? await findPerson(db, link.agentId, linkToken) : undefined
  if (!link || !person) return { linkToken, state: { kind: await howOver(db, linkToken) } }
  const ownership = ownershipOf(await findGivenAway(db, person.agentId, now))
  const { company, pin, changedSince } = person
  const email = String(link.subject.email)
  return { linkToken, state: { kind: 'asks', company, pin, email, changedSince, ownership } }
}

/**
 * Signs the person out everywhere, voids the password, removes people invited by the stranger, undoes a
 * change of email, removes passkeys and the second factor added since the first notice, disconnects apps
 * connected while the link was valid, ends an open hand-over, and mails a reset link to the notice's
 * recipient. The stranger has no access afterwards, and the link alone lets nobody in. Other changes are
 * listed. A completed hand-over is undone with the new password.
 */
export async function reportNotMe(
  deps: TransactionDeps & Pick<Deps, 'passwords'>,
  linkToken: string,
  visitor: Pick<Visitor, 'ip' | 'userAgent'>,
): Promise<NotMeValues['state']> {
  const { db, clock, passwords } = deps
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  if (!(await findLink(db, PURPOSE, linkToken, now))) return { kind: await howOver(db, linkToken) }
  // Nobody knows this one: the person has to choose another.
  const unknown = await passwords.hash(newToken())
  if (isRefused(unknown)) throw unknown
  // Dated after the lock, so that anything done with the old password during the wait is older.
  return lockedTransaction(
    deps,
    (tx) => lockPersonOf(tx, PURPOSE, linkToken),
    async (tx, person) => {
      const link = person && (await spendLink(tx, PURPOSE, linkToken, tx.now))
      if (!link) return { kind: await howOver(tx, linkToken) }
      const { agentId, accountId } = person
      const email = String(link.subject.email)
      const notice = { agentId, email, linkToken }
      const recently = later(tx.now, -NOT_ME_DAYS * DAY)
      const since = await findFirstNotice(tx, notice, tx.now)
      const strangers = await removeStrangers(
        tx,
        { accountId, agentId, since, until: tx.now },
        originOf(visitor),
      )
      const changed = await listChangesSince(tx, { accountId, agentId, since, strangers: strangers.removed })
      const former = await restoreEmail(tx, notice, tx.now)
      if (former.kind === 'restored') await deleteFormerEmails(tx, agentId)
      await noteEmailWorks(tx, email, originOf(visitor), tx.now)
      const agent = await setPassword(tx, agentId, unknown, tx.now)
      if (!agent) throw new Error(`Agent ${agentId} is locked, and cannot have been removed`)
      const entry = { actor: { agentId }, accountId: agent.accountId, origin: originOf(visitor) }
      await tx.audit({ ...entry, action: 'reported-not-me' })
      if (former.kind === 'restored') {
        const details = { formerEmail: former.changedTo, newEmail: email }
        await tx.audit({ ...entry, action: 'email-changed', details })
      }
      if (former.kind === 'restored' && former.withdrawn)
        await tx.audit({ ...entry, action: 'invitation-withdrawn', details: { agentId: former.withdrawn } })
      const removed = await removeFactorsSince(tx, entry, since)
      await endSessionsOfAgent(tx, agentId, tx.now)
      await revokeGrantsSince(tx, agentId, recently, tx.now)
      // It came through a mail server that may be the stranger's.
      await dropLinks(tx, 'smtp-confirmation', agentId, tx.now)
      await endNotices(tx, notice, tx.now)
      await endHandOversOf(tx, agentId, 'email-unsafe', tx.now)
      const handOver = await findGivenAway(tx, agentId, tx.now)
      if (handOver?.undoEndsAt && !handOver.isReported) await noteReported(tx, handOver.id, since, tx.now)
      const ownership = ownershipOf(handOver)
      const takenBack = {
        removed: strangers.removed.map(({ name, email: of }) => personAndEmail(name, of)),
        removesMore: strangers.hasMore,
        stillInvited: await listStillInvited(tx, { agentId, since, recently }),
        ...changed,
      }
      const resetLink = { purpose: 'password-reset', agentId, lastsMs: RESET_LINK_MINUTES * MINUTE } as const
      const resetToken = await makeLink(tx, resetLink, tx.now)
      const reported = { ...removed, takenBack, ownership, linkToken: resetToken }
      await mailPerson(tx, { ...agent, email, id: agentId }, lockedMail, reported)
      return { kind: 'done' as const, email, isTaken: former.kind === 'taken', ownership, takenBack }
    },
  )
}

type Entry = { actor: { agentId: number }; accountId: number; origin: ReturnType<typeof originOf> }

/** Each removal has its own log entry. Returns how many passkeys, and whether an authenticator app. */
async function removeFactorsSince(tx: Tx, entry: Entry, since: Date): Promise<Removed> {
  const { agentId } = entry.actor
  // Older ones stay, so that somebody who reads the person's mail cannot remove them this way.
  const names = await deletePasskeysAdded(tx, agentId, { since })
  for (const passkey of names) await tx.audit({ ...entry, action: 'passkey-removed', details: { passkey } })
  const factor = await findSecondFactor(tx, agentId)
  const hasApp = factor !== undefined && factor.since >= since
  if (hasApp) {
    await removeSecondFactor(tx, agentId, tx.now)
    await tx.audit({ ...entry, action: 'second-factor-off' })
  }
  return { passkeys: names.length, hasApp }
}

function ownershipOf(handOver: Awaited<ReturnType<typeof findGivenAway>>): Ownership | null {
  if (!handOver) return null
  return handOver.undoEndsAt ? 'comes-back' : 'call'
}

async function howOver(db: Db, linkToken: string): Promise<'used' | 'over'> {
  return (await wasUsed(db, PURPOSE, linkToken)) ? 'used' : 'over'
}

/**
 * More people were invited in somebody's name than one transaction removes. Each run removes some and queues
 * the next.
 */
export function handleStrangers(deps: TransactionDeps): void {
  deps.jobs.handle(removeOtherStrangers, ({ agentId, since, until }) =>
    transaction(deps, async (tx) => {
      const { accountId } = await tx.one<{ accountId: number }>(
        sql`select account_id as "accountId" from agents where id = ${agentId}`,
      )
      await lockPeople(tx, accountId)
      const times = { since: new Date(since), until: new Date(until) }
      await removeStrangers(tx, { accountId, agentId, ...times }, undefined)
    }),
  )
}
