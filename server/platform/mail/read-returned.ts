import { type BounceKind, type Failure, kindOfFailure } from './bounce-kinds.ts'
import { type MimePart, parameterOf, partsOf, readPart, typeOf } from './read-mime.ts'

/** What a message says that came back: where it was sent to, which mail it is about, and what became of that. */
export type ReturnedMessage = {
  /** The addresses it was sent to, or on behalf of; one of them may be the return path of a mail. */
  sentTo: string[]
  /** The message id of the mail that it is about. */
  messageId: string | undefined
  bounce: { kind: BounceKind; reason: string } | undefined
}

/** The report comes before the returned mail, so nothing is lost where a long one is cut. */
const READ_AT_MOST = 256 * 1024
const RECIPIENTS_AT_MOST = 20
const ADDRESSES_AT_MOST = 20

/**
 * Reads a delivery status notification (RFC 3464) or a feedback report (RFC 5965). Everything in it comes from a
 * stranger: only the return path and the message id tell whether it is about a mail of ours.
 */
export function readReturned(raw: string): ReturnedMessage {
  const message = readPart(raw.slice(0, READ_AT_MOST).replace(/\r\n?/g, '\n').replaceAll('\0', ''))
  const parts = typeOf(message) === 'multipart/report' ? partsOf(message) : []
  const report = parts.find((part) => typeOf(part) === 'message/feedback-report')
  const sentTo = [
    ...['to', 'delivered-to', 'x-original-to', 'envelope-to'].flatMap((name) => message.headers(name)),
    report ? fieldsOf(report.body)('original-mail-from') : '',
  ]
  return {
    sentTo: sentTo.slice(0, ADDRESSES_AT_MOST),
    messageId: messageIdIn(parts),
    bounce: bounceIn(parts, parameterOf(message.header('content-type'), 'report-type').toLowerCase()),
  }
}

function messageIdIn(parts: MimePart[]): string | undefined {
  const returned = parts.find((part) =>
    ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers'].includes(typeOf(part)),
  )
  const written = returned ? readPart(returned.body).header('message-id') : ''
  return /<([^<>\s]{1,300})>/.exec(written)?.[1]
}

function bounceIn(parts: MimePart[], reportType: string): ReturnedMessage['bounce'] {
  if (reportType === 'feedback-report') {
    const report = parts.find((part) => typeOf(part) === 'message/feedback-report')
    const type = report ? fieldsOf(report.body)('feedback-type').toLowerCase() : ''
    return type === 'abuse' || type === 'fraud'
      ? { kind: 'complaint', reason: `Feedback: ${type}` }
      : undefined
  }
  const status = parts.find((part) =>
    ['message/delivery-status', 'message/global-delivery-status'].includes(typeOf(part)),
  )
  const failure = status && failureIn(status.body)
  return failure && { kind: kindOfFailure(failure), reason: `${failure.status} ${failure.words}`.trim() }
}

/** The first recipient to whom delivery failed. A mail of ours has one; a delay is not the end. */
function failureIn(body: string): Failure | undefined {
  for (const group of body.split(/\n[ \t]*\n/, RECIPIENTS_AT_MOST + 1)) {
    const field = fieldsOf(group)
    if (field('action').toLowerCase() !== 'failed') continue
    // `smtp; 550 5.1.1 unknown user`
    return {
      status: field('status').split(/\s/)[0] ?? '',
      words: field('diagnostic-code').replace(/^[\w-]+;\s*/, ''),
    }
  }
  return undefined
}

function fieldsOf(text: string): (name: string) => string {
  return readPart(text.trim()).header
}
