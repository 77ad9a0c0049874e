import * as messages from '#contract/accounts/people-messages.ts'
import { HAND_OVER_DAYS } from '#contract/calendar/lifetimes.ts'
import { findOwner } from '#server/accounts/owner.ts'
import { lockPeople } from '#server/accounts/seats.ts'
import { makeLink } from '#server/identity/links.ts'
import { type By, nameOf, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { DAY, later } from '#server/ports/clock.ts'
import { postHandOverAsked, postHandOverEnded } from './hand-over-mails.ts'
import { endHandOver, findOpenHandOver, insertHandOver } from './hand-overs.ts'
import { findMembership, lockPerson } from './queries.ts'

const LASTS_MS = HAND_OVER_DAYS * DAY

/**
 * Support asks the owner and the next owner to agree. Nothing changes before both have; either may refuse, and after
 * three days it is over. Returns until when they can agree.
 */
export async function askForHandOver(
  tx: Db,
  deps: MailDeps,
  { accountId, nextId }: { accountId: number; nextId: number },
  { actor, reason }: By,
): Promise<Date | Refused> {
  const { now } = deps
  await lockPeople(tx, accountId)
  const owner = await findOwner(tx, accountId)
  const next = await lockPerson(tx, accountId, nextId)
  if (!next) return refuse('not-found', { errors: messages.personGone })
  if (next.id === owner.id) return refuse('invalid-fields', { errors: messages.ownsAlready })
  if (!next.joinedAt) return refuse('invalid-fields', { errors: messages.notAnOwnerYet })
  if (!(await findMembership(tx, nextId)))
    return refuse('invalid-fields', { errors: messages.accountTakesNobody })
  const expiresAt = later(now, LASTS_MS)
  const asked = { accountId, formerId: owner.id, nextId, expiresAt, askedBy: nameOf(actor) }
  const handOver = await insertHandOver(tx, asked, now)
  if (handOver === undefined) return refuse('invalid-fields', { errors: messages.handOverOpen })
  for (const agentId of [owner.id, nextId]) {
    const link = {
      purpose: 'hand-over',
      agentId,
      accountId,
      subject: { handOver },
      lastsMs: LASTS_MS,
    } as const
    await postHandOverAsked(tx, deps, { accountId, agentId, owner, next }, await makeLink(tx, link, now))
  }
  await recordAudit(
    tx,
    { actor, action: 'hand-over-asked', accountId, details: { agentId: nextId, reason } },
    now,
  )
  return expiresAt
}

/** Support takes the request back. Both are told. */
export async function withdrawHandOver(
  tx: Db,
  deps: MailDeps,
  accountId: number,
  { actor, reason }: By,
): Promise<true | Refused> {
  await lockPeople(tx, accountId)
  const open = await findOpenHandOver(tx, accountId, deps.now)
  if (!open || !(await endHandOver(tx, open, 'withdrawn', deps.now)))
    return refuse('invalid-fields', { errors: messages.noHandOver })
  await postHandOverEnded(tx, deps, open, 'Our support team withdrew the request.')
  const details = { agentId: open.nextId, reason }
  await recordAudit(tx, { actor, action: 'hand-over-withdrawn', accountId, details }, deps.now)
  return true
}
