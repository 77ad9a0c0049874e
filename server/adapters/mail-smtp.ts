import { createTransport, type TransportOptions } from 'nodemailer'
import type { MailCarrier } from '../ports/mail.ts'

type Options = {
  url: string
  /** Rather no mail than one that everybody on the way can read: it waits and is tried again. */
  requiresTls: boolean
  from: string
  /** Certificate authorities instead of those that the system trusts. */
  authorities?: string[]
}

export function sendMails({ url, requiresTls, from, authorities }: Options): MailCarrier {
  const tls = { minVersion: 'TLSv1.2', ...(authorities ? { ca: authorities } : {}) } as const
  const transport = createTransport({ url, requireTLS: requiresTls, tls } as TransportOptions, { from })
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
