import { sql } from '#server/platform/db/sql.ts'
import { returnPathOf } from '#server/platform/mail/return-path.ts'
import type { Harness } from './harness.ts'

export type SentMail = { id: number; messageId: string; recipient: string }

/** A mail that was sent to someone, as stored in the outbox. */
export function addSentMail(
  { db, clock }: Pick<Harness, 'db' | 'clock'>,
  recipient: string,
  accountId: number | null = null,
): Promise<SentMail> {
  return db.one<SentMail>(sql`
    insert into mails (purpose, account_id, recipient, subject, state, message_id, created_at, settled_at)
    values ('ready', ${accountId}, ${recipient}, 'Hello', 'sent', gen_random_uuid() || '@example.com', ${clock.now()},
      ${clock.now()})
    returning id, message_id as "messageId", recipient`)
}

/** The bounce address of a mail. */
export function returnPathTo({ config }: Pick<Harness, 'config'>, mail: Pick<SentMail, 'id'>): string {
  return returnPathOf(mail.id, 'bounces@example.com', config.secrets)
}

/** A delivery status notification as Postfix writes it. */
export function dsn({
  to = 'bounces@example.com',
  messageId = 'unknown@example.com',
  action = 'failed',
  status = '5.1.1',
  diagnostic = 'smtp; 550 No such user here',
} = {}): string {
  return [
    'From: MAILER-DAEMON@mx.example.com (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    `To: ${to}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="B01.1479/mx.example.com"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--B01.1479/mx.example.com',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    '',
    '--B01.1479/mx.example.com',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    'Arrival-Date: Mon, 16 Nov 2026 06:00:00 +0000 (UTC)',
    '',
    'Final-Recipient: rfc822; someone@example.org',
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mail.example.org',
    `Diagnostic-Code: ${diagnostic}`,
    '    (in reply to RCPT TO command)',
    '',
    '--B01.1479/mx.example.com',
    'Content-Description: Undelivered Message',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: <${messageId}>`,
    'Subject: Hello',
    '',
    'Hello',
    '',
    '--B01.1479/mx.example.com--',
    '',
  ].join('\r\n')
}

/** A feedback report (RFC 5965) of a spam complaint. */
export function complaint(messageId: string): string {
  return [
    'From: feedback@provider.example',
    'To: abuse@example.com',
    'Content-Type: multipart/report; report-type=feedback-report; boundary=part',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '--part',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    '--part',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${messageId}>`,
    '--part--',
  ].join('\n')
}
