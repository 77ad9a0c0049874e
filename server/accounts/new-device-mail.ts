import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { deviceOf } from '#contract/devices/device-name.ts'
import type { Agent } from '#server/identity/agents.ts'
import { notMeButton } from '#server/identity/not-me-link.ts'
import type { Visit } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'

export async function postNewDeviceNotice(tx: Db, deps: MailDeps, agent: Agent, visit: Visit): Promise<void> {
  // Not the name that the sign-in itself gives: whoever stole a password could write to its owner in it.
  const device = deviceOf(visit.userAgent) || 'Unknown device'
  const when = formatUtcMoment(deps.now.toISOString())
  await queueMailTo(tx, deps, 'new-device', agent, {
    subject: `A new sign-in to your account ${agent.pin}`,
    paragraphs: [
      `Someone signed in to ${accountInMail(agent)} from a device we have not seen before.`,
      `When: ${when}. From: ${visit.address}. Device: ${device}.`,
      'If this was you, you do not need to do anything.',
    ],
    buttons: [await notMeButton(tx, deps, agent)],
    closing: [`The button signs out all your devices and lets you set a new password. ${questions(deps)}`],
  })
}
