import type { Agent } from '#server/identity/agents.ts'
import { type By, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { mailResetLinks } from './mail-reset-links.ts'

/** Mails a person the link to set a new password. Whoever asks for it never sees the link. */
export async function sendResetBySupport(
  tx: Db,
  deps: MailDeps,
  agent: Agent,
  { actor, reason }: By,
): Promise<void> {
  await mailResetLinks(tx, deps, [agent], false)
  const about = { accountId: agent.accountId, agentId: agent.id }
  await recordAudit(tx, { actor, action: 'reset-link-sent', ...about, details: { reason } }, deps.now)
}
