import { createTransport } from 'nodemailer'
import type { MailCarrier } from '../ports/mail.ts'

export function sendMails(options: { smtpUrl: string; from: string }): MailCarrier {
  const transport = createTransport(options.smtpUrl, { from: options.from })
  return {
    keeps: false,
    async deliver({ recipient, subject, plain, html, messageId }) {
      // The same message id on every try: a receiver that got the first one can drop the second.
      await transport.sendMail({
        to: { name: '', address: recipient },
        subject,
        text: plain,
        html,
        messageId: `<${messageId}>`,
      })
    },
  }
}
