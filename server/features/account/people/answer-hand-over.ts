import type { StepUpWay } from '#contract/accounts/step-up.ts'
import { formatMoment } from '#contract/calendar/billing-dates.ts'
import type { HandOverOffer, HandOverValues } from '#contract/features/people/values.ts'
import { changeOwner } from '#server/accounts/owner-changes.ts'
import { lockPeople } from '#server/accounts/seats.ts'
import type { Deps } from '#server/deps.ts'
import { linkLimit } from '#server/identity/link-limit.ts'
import { originOf } from '#server/identity/origin.ts'
import type { Session } from '#server/identity/sessions.ts'
import { requireStepUp, waysOf } from '#server/identity/step-up.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, limitByIp } from '#server/platform/limits.ts'
import { personAndEmail } from '#server/platform/mail/names.ts'
import { noteEmailWorks } from '#server/platform/mail/note-bounce.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { postHandOverEnded } from './hand-over-mails.ts'
import { endHandOver, findHandOverOfLink, type HandOverOfLink, noteAgreed } from './hand-overs.ts'
import { postHandedOver } from './mails.ts'
import { findNameForMail, lockPerson } from './queries.ts'

const byIp = linkLimit('hand-over')

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
): Promise<HandOverValues | Refused> {
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  const asked = await findHandOverOfLink(db, linkToken)
  return { linkToken, state: stateOf(asked, await shownBy({ db, clock }, asked, session), now) }
}

/** The second of the two who agrees makes the change; whoever refuses ends it. */
export async function answerHandOver(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  { linkToken, session }: Answering,
  answer: 'agree' | 'refuse',
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'report'>,
): Promise<HandOverValues['state'] | Refused> {
  const { db, clock } = deps
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  const named = await findHandOverOfLink(db, linkToken)
  if (!named) return { kind: 'unknown' }
  const origin = originOf(visitor)
  const state = await db.transaction(async (tx) => {
    // Of two answers at once, the second waits here, and then finds what the first has done.
    await lockPeople(tx, named.accountId)
    const asked = await findHandOverOfLink(tx, linkToken)
    const shown = await shownBy({ db: tx, clock }, asked, session)
    const before = stateOf(asked, shown, now)
    if (!asked || before.kind !== 'asks') return before
    await noteEmailWorks(tx, asked.email, origin, now)
    const { agentId, accountId, nextId } = asked
    const entry = { actor: { agentId }, accountId, origin, details: { agentId: nextId } }
    if (answer === 'refuse') {
      await endHandOver(tx, asked, 'refused', now)
      await postHandOverEnded(
        tx,
        { ...deps, now },
        asked,
        `${await findNameForMail(tx, asked.agentId)} refused the hand-over.`,
      )
      await recordAudit(tx, { ...entry, action: 'hand-over-refused' }, now)
    } else {
      if (await noteAgreed(tx, asked, now))
        await recordAudit(tx, { ...entry, action: 'hand-over-agreed' }, now)
      if (before.hasOtherAgreed) await makeOwner(tx, { ...deps, now }, asked, origin)
    }
    return stateOf(await findHandOverOfLink(tx, linkToken), shown, now)
  })
  if (!isRefused(state) && state.kind === 'done')
    visitor.report('account.handed-over', { toAgentId: named.nextId })
  return state
}

async function makeOwner(
  tx: Db,
  deps: Parameters<typeof postHandedOver>[1],
  asked: HandOverOfLink,
  origin: ReturnType<typeof originOf>,
): Promise<void> {
  const { accountId, agentId, formerId, nextId } = asked
  const former = await lockPerson(tx, accountId, formerId)
  const next = await lockPerson(tx, accountId, nextId)
  if (!former || !next) return
  await changeOwner(tx, { accountId, formerId, nextId, bySupport: true }, deps.now)
  await endHandOver(tx, asked, 'done', deps.now)
  await postHandedOver(tx, deps, { accountId, former, next, canUndo: false })
  const entry = { actor: { agentId }, accountId, origin, details: { nextId } }
  await recordAudit(tx, { ...entry, action: 'account-handed-over' }, deps.now)
}

/** `enough`: with the mailbox alone, or a password, one could otherwise get around a factor. */
type Shown = 'enough' | 'nothing' | { ways: StepUpWay[] }

async function shownBy(
  deps: { db: Db } & Pick<Deps, 'clock'>,
  asked: HandOverOfLink | undefined,
  session: Session | undefined,
): Promise<Shown> {
  if (!asked?.hasFactor) return 'enough'
  if (session?.agentId !== asked.agentId) return 'nothing'
  const refused = await requireStepUp(deps, session)
  if (!refused) return 'enough'
  return refused.refused === 'step-up' ? { ways: await waysOf(deps.db, session.agentId) } : 'nothing'
}

function stateOf(asked: HandOverOfLink | undefined, shown: Shown, now: Date): HandOverValues['state'] {
  if (!asked) return { kind: 'unknown' }
  const { company, outcome } = asked
  const nextName = personAndEmail(asked.nextName, asked.nextEmail)
  if (outcome) return { kind: outcome, company, nextName }
  if (asked.expiresAt <= now) return { kind: 'expired', company, nextName }
  if (!asked.isStillSo) return { kind: 'withdrawn', company, nextName }
  if (!asked.takesPeople) return { kind: 'account-ended', company, nextName }
  if (typeof shown === 'object') return { kind: 'confirm', ...shown, ...offerOf(asked) }
  return { kind: shown === 'enough' ? 'asks' : 'sign-in', ...offerOf(asked) }
}

function offerOf(asked: HandOverOfLink): HandOverOffer {
  const { company, pin, formerAgreedAt, nextAgreedAt, timeZone, expiresAt } = asked
  const isFormer = asked.agentId === asked.formerId
  const [own, other] = isFormer ? [formerAgreedAt, nextAgreedAt] : [nextAgreedAt, formerAgreedAt]
  return {
    company,
    pin,
    formerName: personAndEmail(asked.formerName, asked.formerEmail),
    nextName: personAndEmail(asked.nextName, asked.nextEmail),
    isFormer,
    hasAgreed: own !== null,
    hasOtherAgreed: other !== null,
    until: formatMoment(timeZone, expiresAt),
  }
}
