import { RESET_LINK_MINUTES } from '#contract/calendar/lifetimes.ts'
import type { requestPasswordReset } from '#contract/features/password-reset.ts'
import { pages } from '#contract/pages.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { type Agent, findAgents } from '#server/identity/agents.ts'
import { dropLinks, makeLink } from '#server/identity/links.ts'
import type { By } from '#server/platform/audit.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { type Counted, countTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import { accountInMail, type NamedAccount } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { type Mail, type MailSite, queueMail } from '#server/platform/mail/queue-mail.ts'
import { type TransactionDeps, type Tx, transaction } from '#server/platform/transaction.ts'
import { MINUTE } from '#server/ports/clock.ts'

const byIp: Limit = { name: 'reset:place', tries: 30, windowMinutes: 60 }
const byEmail: Limit = { name: 'reset:email', tries: 6, windowMinutes: 60 }

/**
 * A known and an unknown email get the same answer after the same work: queueing one job. Only the job looks
 * the email up, so neither the message nor the timing reveals whether it exists.
 */
export async function requestReset(
  deps: TransactionDeps,
  { email, pin, mobile_retry: isMobileRetry }: ParsedBodyOf<typeof requestPasswordReset>,
  visitor: Pick<Visitor, 'ip' | 'report'>,
): Promise<AnswerOf<typeof requestPasswordReset>> {
  const limits: Counted[] = [...limitByIp(byIp, visitor.ip), [byEmail, email.toLowerCase()]]
  await countTries(deps.db, limits, deps.clock.now())
  await transaction(deps, (tx) => tx.jobs.send(tx, sendResetLinks, { email, pin, isMobileRetry }))
  visitor.report('password-reset.asked')
  return { data: { status: 'sent' } }
}

const sendResetLinks = defineJob<{ email: string; pin: string; isMobileRetry?: boolean }>({
  name: 'send-reset-links',
  retries: 5,
  firstRetrySeconds: 5,
  longestRetrySeconds: 120,
  expiresSeconds: 60,
  isQuiet: true,
  dropsFailed: true,
})

/** Sends one mail with a link for each account whose password can be reset; none if there is no such account. */
export function handleResetLinks(deps: TransactionDeps): void {
  deps.jobs.handle(sendResetLinks, async ({ email, pin, isMobileRetry = false }) => {
    const agents = await findAgents(deps.db, email)
    const joined = agents.filter((agent) => agent.passwordHash !== null && (pin === '' || agent.pin === pin))
    if (joined.length === 0) return
    await transaction(deps, (tx) => mailResetLinks(tx, joined, isMobileRetry))
  })
}

const RESET_LINK_LASTS_MS = RESET_LINK_MINUTES * MINUTE

/** One mail with a link for each of these agents, who have the same email. Earlier links no longer work. */
export async function mailResetLinks(
  tx: Tx,
  agents: readonly Agent[],
  isMobileRetry: boolean,
): Promise<void> {
  const links = []
  for (const agent of agents) {
    await dropLinks(tx, 'password-reset', agent.id, tx.now)
    const link = { purpose: 'password-reset', agentId: agent.id, lastsMs: RESET_LINK_LASTS_MS } as const
    links.push({ agent, token: await makeLink(tx, link, tx.now) })
  }
  const [first] = links
  if (!first) return
  const { email, firstName, accountId } = first.agent
  const to = { email, firstName, ...(links.length === 1 ? { accountId } : {}) }
  await queueMail(tx, to, resetLinksMail(tx.config, links, isMobileRetry))
}

export function resetLinksMail(
  { publicUrl, provider }: MailSite,
  links: readonly { agent: NamedAccount; token: string }[],
  isMobileRetry: boolean,
): Mail {
  const only = links.length === 1 ? links[0]?.agent : undefined
  return {
    purpose: 'password-reset',
    subject: 'Reset your password',
    paragraphs: [
      only
        ? `Here is the link to set a new password for ${accountInMail(only)}.`
        : 'Several accounts use this email. Here is a link for each. Use the one for the account whose password you want to change.',
      `Each link works once, for ${RESET_LINK_MINUTES} minutes.`,
    ],
    buttons: links.map(({ agent, token }) => ({
      label: only ? 'Set a new password' : accountInMail(agent),
      // Someone who was about to pay on a phone returns to the sign-in page that accepts phones.
      url: `${publicUrl}${fillPath(pages['new-password'], { linkToken: token })}${isMobileRetry ? '?mr=1' : ''}`,
    })),
    closing: [
      'If you did not ask for this, you can ignore it. Your password has not changed.',
      questions({ provider }),
    ],
  }
}

/** Mails a person the link to set a new password. The person who requests it never sees the link. */
export async function sendResetBySupport(tx: Tx, agent: Agent, { actor, reason }: By): Promise<void> {
  await mailResetLinks(tx, [agent], false)
  const about = { accountId: agent.accountId, agentId: agent.id }
  await tx.audit({ actor, action: 'reset-link-sent', ...about, details: { reason } })
}
