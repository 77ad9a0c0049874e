import type { StepUpWay } from '#contract/accounts/factors.ts'
import * as messages from '#contract/accounts/people-messages.ts'
import { formatMoment } from '#contract/calendar/billing-dates.ts'
import { HAND_OVER_DAYS, HAND_OVER_UNDO_HOURS } from '#contract/calendar/lifetimes.ts'
import type { HandOverOffer, HandOverValues, handOver as handOverCall } from '#contract/features/people.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { findOwner } from '#server/accounts/accounts.ts'
import { changeOwner, endHandOversOf } from '#server/accounts/hand-overs.ts'
import { lockPeople } from '#server/accounts/seats.ts'
import type { Deps } from '#server/deps.ts'
import { linkLimit, makeLink } from '#server/identity/links.ts'
import { mailAgent } from '#server/identity/mail-person.ts'
import { by, originOf, type Session } from '#server/identity/sessions.ts'
import { requireStepUp, waysOf } from '#server/identity/step-up.ts'
import { type By, nameOf, type Origin } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, limitByIp } from '#server/platform/limits.ts'
import { personAndEmail } from '#server/platform/mail/names.ts'
import { noteEmailWorks } from '#server/platform/mail/note-bounce.ts'
import { refuse } from '#server/platform/refusal.ts'
import { lockedTransaction, type TransactionDeps, type Tx } from '#server/platform/transaction.ts'
import { DAY, HOUR, later } from '#server/ports/clock.ts'
import {
  endHandOver,
  findHandOverOfLink,
  findOpenHandOver,
  type HandOverOfLink,
  insertHandOver,
  listStillThere,
  mailNothingChanged,
  noteAgreed,
} from './hand-overs.ts'
import { formerOwnerMail, handOverOvertakenMail, handOverRequestedMail, newOwnerMail } from './mails.ts'
import { changePeople } from './people.ts'
import { findMembership, findNameForMail, lockPerson, type PersonRow } from './queries.ts'

const LASTS_MS = HAND_OVER_DAYS * DAY
const byIp = linkLimit('hand-over')

/** The former owner stays as a user. Both are notified by mail. A hand-over requested by support ends. */
export async function handOver(
  deps: TransactionDeps,
  { agent_id: nextId }: ParsedBodyOf<typeof handOverCall>,
  session: Session,
  visitor: Pick<Visitor, 'report'>,
): Promise<AnswerOf<typeof handOverCall>> {
  const { accountId, agentId: formerId } = session
  // With two tabs at once, the second one finds that the account has already been handed over.
  const answer = await changePeople(deps, session, 'hand-over', async (tx) => {
    const former = await lockPerson(tx, accountId, formerId)
    const next = await lockPerson(tx, accountId, nextId)
    if (!former || !next || next.id === formerId) throw refuse('not-found', { errors: messages.personGone })
    if (!next.joinedAt) throw refuse('invalid-fields', { errors: messages.notAnOwnerYet })
    await changeOwner(tx, { accountId, formerId, nextId, bySupport: false }, tx.now)
    await mailHandedOver(tx, { former, next }, later(tx.now, HAND_OVER_UNDO_HOURS * HOUR))
    const ended = await endHandOversOf(tx, formerId, 'handed-over', tx.now)
    const overtaken = ended && ended.nextId !== nextId ? await listStillThere(tx, [ended.nextId]) : []
    for (const request of overtaken) await mailAgent(tx, request, handOverOvertakenMail, { former, next })
    await tx.audit({ ...by(session), action: 'account-handed-over', details: { nextId } })
  })
  visitor.report('account.handed-over', { toAgentId: nextId })
  return answer
}

/**
 * Support asks the owner and the next owner to agree. Nothing changes before both have; either may refuse,
 * and it expires after three days. Returns the deadline.
 */
export async function requestHandOver(
  tx: Tx,
  { accountId, nextId }: { accountId: number; nextId: number },
  { actor, reason }: By,
): Promise<Date> {
  await lockPeople(tx, accountId)
  const owner = await findOwner(tx, accountId)
  const next = await lockPerson(tx, accountId, nextId)
  if (!next) throw refuse('not-found', { errors: messages.personGone })
  if (next.id === owner.id) throw refuse('invalid-fields', { errors: messages.ownsAlready })
  if (!next.joinedAt) throw refuse('invalid-fields', { errors: messages.notAnOwnerYet })
  if (!(await findMembership(tx, nextId)))
    throw refuse('invalid-fields', { errors: messages.accountTakesNobody })
  const expiresAt = later(tx.now, LASTS_MS)
  const request = { accountId, formerId: owner.id, nextId, expiresAt, askedBy: nameOf(actor) }
  const handOver = await insertHandOver(tx, request, tx.now)
  if (handOver === undefined) throw refuse('invalid-fields', { errors: messages.handOverOpen })
  for (const agentId of [owner.id, nextId]) {
    const link = {
      purpose: 'hand-over',
      agentId,
      accountId,
      subject: { handOver },
      lastsMs: LASTS_MS,
    } as const
    const linkToken = await makeLink(tx, link, tx.now)
    await mailAgent(tx, agentId, handOverRequestedMail, { owner, next, linkToken })
  }
  await tx.audit({ actor, action: 'hand-over-asked', accountId, details: { agentId: nextId, reason } })
  return expiresAt
}

/** Support withdraws the request. Both are told. */
export async function withdrawHandOver(tx: Tx, accountId: number, { actor, reason }: By): Promise<void> {
  await lockPeople(tx, accountId)
  const open = await findOpenHandOver(tx, accountId, tx.now)
  if (!open || !(await endHandOver(tx, open, 'withdrawn', tx.now)))
    throw refuse('invalid-fields', { errors: messages.noHandOver })
  await mailNothingChanged(tx, open, 'Our support team withdrew the request.')
  const details = { agentId: open.nextId, reason }
  await tx.audit({ actor, action: 'hand-over-withdrawn', accountId, details })
}

type Answering = {
  linkToken: string
  /** The session of this browser, if anyone is signed in. */
  session: Session | undefined
}

/** Opening the link changes nothing, because mail scanners open links too. */
export async function showHandOver(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { linkToken, session }: Answering,
  visitor: Pick<Visitor, 'ip'>,
): Promise<HandOverValues> {
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  const request = await findHandOverOfLink(db, linkToken)
  return { linkToken, state: stateOf(request, await shownBy({ db, clock }, request, session), now) }
}

/** The second of the two to agree makes the change; a refusal by either ends it. */
export async function answerHandOver(
  deps: TransactionDeps,
  { linkToken, session }: Answering,
  answer: 'agree' | 'refuse',
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'report'>,
): Promise<HandOverValues['state']> {
  const { db, clock } = deps
  await countTries(db, limitByIp(byIp, visitor.ip), clock.now())
  const named = await findHandOverOfLink(db, linkToken)
  if (!named) return { kind: 'unknown' }
  // Of two concurrent answers, the second waits for the lock, and then sees what the first has done.
  const state = await lockedTransaction(
    deps,
    (tx) => lockPeople(tx, named.accountId),
    async (tx) => {
      const request = await findHandOverOfLink(tx, linkToken)
      const shown = await shownBy({ db: tx, clock }, request, session)
      const before = stateOf(request, shown, tx.now)
      if (!request || before.kind !== 'asks') return before
      await noteAnswer(tx, request, {
        answer,
        hasOtherAgreed: before.hasOtherAgreed,
        origin: originOf(visitor),
      })
      return stateOf(await findHandOverOfLink(tx, linkToken), shown, tx.now)
    },
  )
  if (state.kind === 'done') visitor.report('account.handed-over', { toAgentId: named.nextId })
  return state
}

async function noteAnswer(
  tx: Tx,
  request: HandOverOfLink,
  { answer, hasOtherAgreed, origin }: { answer: 'agree' | 'refuse'; hasOtherAgreed: boolean; origin: Origin },
): Promise<void> {
  const { agentId, accountId, formerId, nextId } = request
  const entry = { actor: { agentId }, accountId, origin, details: { agentId: nextId } }
  await noteEmailWorks(tx, request.email, origin, tx.now)
  if (answer === 'refuse') {
    await endHandOver(tx, request, 'refused', tx.now)
    await mailNothingChanged(tx, request, `${await findNameForMail(tx, agentId)} refused the hand-over.`)
    await tx.audit({ ...entry, action: 'hand-over-refused' })
    return
  }
  if (await noteAgreed(tx, request, tx.now)) await tx.audit({ ...entry, action: 'hand-over-agreed' })
  if (!hasOtherAgreed) return
  const former = await lockPerson(tx, accountId, formerId)
  const next = await lockPerson(tx, accountId, nextId)
  if (!former || !next) return
  await changeOwner(tx, { accountId, formerId, nextId, bySupport: true }, tx.now)
  await endHandOver(tx, request, 'done', tx.now)
  await mailHandedOver(tx, { former, next }, null)
  await tx.audit({ ...entry, action: 'account-handed-over', details: { nextId } })
}

async function mailHandedOver(
  tx: Tx,
  { former, next }: { former: PersonRow; next: PersonRow },
  undoEndsAt: Date | null,
): Promise<void> {
  await mailAgent(tx, former.id, formerOwnerMail, { next, undoEndsAt })
  await mailAgent(tx, next.id, newOwnerMail, { former, undoEndsAt })
}

/** `enough`: with the mailbox alone, or a password, one could otherwise get around a factor. */
type FactorProof = 'enough' | 'nothing' | { ways: StepUpWay[] }

async function shownBy(
  deps: { db: Db } & Pick<Deps, 'clock'>,
  request: HandOverOfLink | undefined,
  session: Session | undefined,
): Promise<FactorProof> {
  if (!request?.hasFactor) return 'enough'
  if (session?.agentId !== request.agentId) return 'nothing'
  const refused = await requireStepUp(deps, session)
  if (!refused) return 'enough'
  return refused.refused === 'step-up' ? { ways: await waysOf(deps.db, session.agentId) } : 'nothing'
}

function stateOf(
  request: HandOverOfLink | undefined,
  shown: FactorProof,
  now: Date,
): HandOverValues['state'] {
  if (!request) return { kind: 'unknown' }
  const { company, outcome } = request
  const nextName = personAndEmail(request.nextName, request.nextEmail)
  if (outcome) return { kind: outcome, company, nextName }
  if (request.expiresAt <= now) return { kind: 'expired', company, nextName }
  if (!request.isStillSo) return { kind: 'withdrawn', company, nextName }
  if (!request.takesPeople) return { kind: 'account-ended', company, nextName }
  if (typeof shown === 'object') return { kind: 'confirm', ...shown, ...offerOf(request) }
  return { kind: shown === 'enough' ? 'asks' : 'sign-in', ...offerOf(request) }
}

function offerOf(handOver: HandOverOfLink): HandOverOffer {
  const { company, pin, formerAgreedAt, nextAgreedAt, timeZone, expiresAt } = handOver
  const isFormer = handOver.agentId === handOver.formerId
  const [own, other] = isFormer ? [formerAgreedAt, nextAgreedAt] : [nextAgreedAt, formerAgreedAt]
  return {
    company,
    pin,
    formerName: personAndEmail(handOver.formerName, handOver.formerEmail),
    nextName: personAndEmail(handOver.nextName, handOver.nextEmail),
    isFormer,
    hasAgreed: own !== null,
    hasOtherAgreed: other !== null,
    until: formatMoment(timeZone, expiresAt),
  }
}
