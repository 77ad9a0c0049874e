import { createTransport, type TransportOptions } from 'nodemailer'
import { outsideTransactions } from '#server/platform/db/outside-transaction.ts'
import type { MailCarrier } from '../ports/mail.ts'

type Options = {
  url: string
  /** Without TLS a mail is not sent but retried later, so that it can never be read in transit. */
  requiresTls: boolean
  from: string
  /** Certificate authorities to trust instead of the system's. */
  authorities?: string[]
  silenceAtMostMs?: number
}

/** A server that is silent for this long is retried later; nodemailer alone would wait for minutes. */
const SILENCE_AT_MOST_MS = 15_000

export function sendMails({ url, requiresTls, from, authorities, silenceAtMostMs }: Options): MailCarrier {
  const tls = { minVersion: 'TLSv1.2', ...(authorities ? { ca: authorities } : {}) } as const
  const silence = silenceAtMostMs ?? SILENCE_AT_MOST_MS
  const timeouts = {
    dnsTimeout: silence,
    connectionTimeout: silence,
    greetingTimeout: silence,
    socketTimeout: silence,
  }
  const transport = createTransport({ url, requireTLS: requiresTls, tls, ...timeouts } as TransportOptions, {
    from,
  })
  return outsideTransactions({
    keeps: false,
    async deliver({ recipient, subject, plain, html, messageId, returnPath }) {
      try {
        // The same message id on every attempt, so that the receiver can drop duplicates.
        await transport.sendMail({
          to: { name: '', address: recipient },
          subject,
          text: plain,
          html,
          messageId: `<${messageId}>`,
          ...(returnPath === undefined ? {} : { envelope: { from: returnPath, to: recipient } }),
        })
        return { isTaken: true }
      } catch (error) {
        const refused = refusalOfRecipient(error as SmtpError)
        if (refused === undefined) throw error
        return { isTaken: false, refused }
      }
    },
  })
}

type SmtpError = { command?: string; response?: string; responseCode?: number; rejectedErrors?: SmtpError[] }

/** The answer to RCPT TO, if it is permanent (5xx). */
function refusalOfRecipient(error: SmtpError): string | undefined {
  const { command, response = '', responseCode = 0 } = error.rejectedErrors?.[0] ?? error
  return command === 'RCPT TO' && responseCode >= 500 ? response : undefined
}
