import { randomUUID } from 'node:crypto'
import { MAIL_SERVER_LINK_HOURS } from '#contract/calendar/lifetimes.ts'
import * as messages from '#contract/features/outgoing-mail.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Deps } from '#server/deps.ts'
import { makeLink } from '#server/identity/links.ts'
import { openMailPassword } from '#server/identity/seal.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import { HOUR } from '#server/ports/clock.ts'
import type { Delivery, MailServer } from '#server/ports/outgoing-mail.ts'
import { findSettings, noteFailure, noteSent } from './queries.ts'

const LINK_LASTS_MS = MAIL_SERVER_LINK_HOURS * HOUR

/** A failed check is not retried; only one that was interrupted is. */
export const checkMailServer = defineJob<{ accountId: number; agentId: number; checkKey: string }>({
  name: 'check-mail-server',
  retries: 3,
  firstRetrySeconds: 5,
  longestRetrySeconds: 60,
  expiresSeconds: 120,
})

/** Sends the verification mail through the configured server. The link exists only in that mail. */
export function handleMailServers(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'outgoingMail'>,
): void {
  const { db, clock, jobs, config, outgoingMail } = deps
  jobs.handle(checkMailServer, async ({ accountId, agentId, checkKey }) => {
    const settings = await findSettings(db, accountId)
    // The settings have been changed, removed or answered since; a change has started its own check.
    if (settings?.checkKey !== checkKey || settings.sentAt || settings.lastError || settings.verifiedAt)
      return
    const { passwordSealed } = settings
    const server = {
      ...settings,
      password: passwordSealed ? openMailPassword(passwordSealed, config.secrets) : '',
    }
    const now = clock.now()
    const link = { purpose: 'smtp-confirmation', agentId, accountId, subject: { checkKey } } as const
    const token = await makeLink(db, { ...link, lastsMs: LINK_LASTS_MS }, now)
    const delivery = await outgoingMail.deliver(server, {
      ...verificationMail(config, server, token),
      recipient: settings.checkRecipient ?? '',
      messageId: `${randomUUID()}@${server.fromAddress.split('@').at(-1)}`,
    })
    if (delivery.kind === 'sent') return noteSent(db, accountId, checkKey, clock.now())
    await dropLink(db, token)
    await noteFailure(db, accountId, checkKey, describeFailure(server, delivery))
  })
}

function describeFailure(
  { host, port }: MailServer,
  { problem, said }: Extract<Delivery, { kind: 'failed' }>,
): string {
  switch (problem) {
    case 'name-not-found':
      return messages.smtpNameNotFound(host)
    case 'not-public':
      return messages.smtpNotPublic(host)
    case 'refused':
      return messages.smtpRefused(host, port)
    case 'timed-out':
      return messages.smtpTimedOut(host, port)
    case 'no-tls':
      return messages.smtpNoTls(host, port)
    case 'bad-certificate':
      return messages.smtpBadCertificate(host)
    case 'wrong-login':
      return messages.smtpWrongLogin(host)
    case 'not-accepted':
      return messages.smtpNotAccepted(host, said)
    case 'broken-off':
      return messages.smtpBrokenOff(host)
  }
}

/** Deletes the link, since the mail that contained it was never sent. */
async function dropLink(db: Db, token: string): Promise<void> {
  await db.run(sql`delete from links where token_hash = ${hashToken(token)}`)
}

function verificationMail(
  { publicUrl, provider }: Deps['config'],
  { host, fromAddress }: MailServer,
  token: string,
) {
  return renderMail(
    {
      subject: 'Verify your outgoing mail',
      greeting: 'Hello,',
      paragraphs: [
        `This email was sent through ${host} from ${fromAddress}. Your settings work.`,
        'To start using them, open the link. It works for one day.',
      ],
      buttons: [
        {
          label: 'Verify these settings',
          url: `${publicUrl}${fillPath(pages['smtp-confirmation'], { linkToken: token })}`,
        },
      ],
      closing: [
        'If you did not enter these settings, do not open the link, and let us know.',
        questions({ provider }),
      ],
    },
    provider,
  )
}
