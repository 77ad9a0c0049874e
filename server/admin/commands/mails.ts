import { resendMail } from '#server/platform/mail/resend-mail.ts'
import { isRefused } from '#server/platform/refusal.ts'
import type { Command } from '../command.ts'

export const resendMailCommand: Command = {
  name: 'mail resend',
  takes: 'ID',
  says: 'Sends an email again, whether it was delivered, failed or was withheld. "account show" lists the ids.',
  flags: { to: { takes: 'EMAIL', says: 'to another person of the account, or its billing contact' } },
  async run(deps, { args: [id = ''], flag, actor, now }) {
    const sent = await deps.db.transaction((tx) =>
      resendMail(tx, deps, { id, to: flag('to') }, { actor }, now),
    )
    return isRefused(sent) ? sent : { said: `Email ${id} to ${sent.recipient} is being sent.` }
  },
}
