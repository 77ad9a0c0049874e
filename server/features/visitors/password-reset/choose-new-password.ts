import type { chooseNewPassword as chooseNewPasswordCall } from '#contract/features/password-reset/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { keepOneDevice } from '#server/identity/devices.ts'
import { dropLinks, spendLink } from '#server/identity/links.ts'
import { handDevice } from '#server/identity/session-cookie.ts'
import { endSessionsOfAccount } from '#server/identity/sessions.ts'
import { setPassword } from '#server/identity/set-password.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { checkLink } from './check-link.ts'
import { postPasswordChanged } from './mails.ts'

/**
 * The new password, the spent link, the ended sessions and the notice: all of it, or nothing. Whoever has read the mail
 * is known on this device from now on, so that the way in is open however many strangers guess.
 */
export async function chooseNewPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'passwords' | 'jobs' | 'config'>,
  linkToken: string,
  { password }: ParsedBodyOf<typeof chooseNewPasswordCall>,
  visitor: Pick<Visitor, 'address' | 'setCookie' | 'report'>,
): Promise<AnswerOf<typeof chooseNewPasswordCall> | Refused> {
  const { db, clock, passwords, config } = deps
  const checked = await checkLink(deps, linkToken, visitor)
  if (isRefused(checked)) return checked
  const passwordHash = await passwords.hash(password)
  if (isRefused(passwordHash)) return passwordHash

  const now = clock.now()
  const changed = await db.transaction(async (tx) => {
    const link = await spendLink(tx, 'password-reset', linkToken, now)
    if (!link?.agentId) return refuse('link-invalid')
    const agent = await setPassword(tx, link.agentId, passwordHash, now)
    if (!agent) return refuse('link-invalid')
    await dropLinks(tx, 'password-reset', link.agentId, now)
    // Whoever asked for another email with the old password does not get it.
    await dropLinks(tx, 'email-change', link.agentId, now)
    await endSessionsOfAccount(tx, agent.accountId, now)
    await postPasswordChanged(tx, { ...deps, now }, agent)
    const deviceToken = await keepOneDevice(tx, link.agentId, now)
    return { deviceToken, who: { agentId: link.agentId, accountNumber: agent.pin } }
  })
  if (isRefused(changed)) return changed
  visitor.report('password-reset.done', changed.who)
  handDevice(visitor, changed.deviceToken, config)
  return { data: { status: 'changed' } }
}
