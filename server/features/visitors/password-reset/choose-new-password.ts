import * as messages from '#contract/accounts/sign-in-messages.ts'
import type { chooseNewPassword as chooseNewPasswordCall } from '#contract/features/password-reset/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { spendLink, wasUsed } from '#server/identity/links.ts'
import { originOf } from '#server/identity/origin.ts'
import { handDevice } from '#server/identity/session-cookie.ts'
import { endSessionsOfAgent } from '#server/identity/sessions.ts'
import { noteResetByMail, setPassword } from '#server/identity/set-password.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { noteEmailWorks } from '#server/platform/mail/note-bounce.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { checkLink } from './check-link.ts'
import { postPasswordChanged } from './mails.ts'
import { undoHandOver } from './undo-hand-over.ts'

/**
 * Stores the new password, uses up the link, ends the person's sessions and queues the notice, in one transaction. The
 * device becomes a known device, so that wrong passwords tried by others do not lock its owner out.
 */
export async function chooseNewPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'passwords' | 'jobs' | 'config'>,
  linkToken: string,
  { password }: ParsedBodyOf<typeof chooseNewPasswordCall>,
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'setCookie' | 'report'>,
): Promise<AnswerOf<typeof chooseNewPasswordCall> | Refused> {
  const { db, clock, passwords, config } = deps
  const checked = await checkLink(deps, linkToken, visitor)
  if (isRefused(checked)) return checked.refused === 'link-invalid' ? linkOver(db, linkToken) : checked
  const passwordHash = await passwords.hash(password)
  if (isRefused(passwordHash)) return passwordHash

  const now = clock.now()
  const changed = await db.transaction(async (tx) => {
    const link = await spendLink(tx, 'password-reset', linkToken, now)
    if (!link?.agentId) return linkOver(tx, linkToken)
    await undoHandOver(tx, { ...deps, now }, link.agentId, originOf(visitor))
    const agent = await setPassword(tx, link.agentId, passwordHash, now)
    if (!agent) return refuse('link-invalid')
    await noteResetByMail(tx, link.agentId, now)
    await endSessionsOfAgent(tx, link.agentId, now)
    await noteEmailWorks(tx, agent.email, originOf(visitor), now)
    await postPasswordChanged(tx, { ...deps, now }, { ...agent, id: link.agentId })
    const by = { actor: { agentId: link.agentId }, accountId: agent.accountId, origin: originOf(visitor) }
    await recordAudit(tx, { ...by, action: 'password-reset' }, now)
    return { deviceToken: agent.deviceToken, who: { agentId: link.agentId, accountNumber: agent.pin } }
  })
  if (isRefused(changed)) return changed
  visitor.report('password-reset.done', changed.who)
  handDevice(visitor, changed.deviceToken, config)
  return { data: { status: 'changed' } }
}

/** Whoever sends the password again because the answer was lost must not read that the link failed. */
async function linkOver(db: Db, linkToken: string): Promise<Refused> {
  const isUsed = await wasUsed(db, 'password-reset', linkToken)
  return refuse('link-invalid', isUsed ? { errors: messages.resetLinkUsed } : {})
}
