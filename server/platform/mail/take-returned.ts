import type { Config } from '#server/config/config.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { BOUNDARY_AT_MOST } from '../mime-boundary.ts'
import { type BounceKind, type Failure, kindOfFailure } from './bounce-kinds.ts'
import { noteBounce } from './note-bounce.ts'
import { mailNamedBy } from './return-path.ts'

type Deps = { db: Database; config: Pick<Config, 'secrets'> }

/** The outcome of a notice. None is an error: its sender can do nothing about it. */
export type NoticeOutcome = 'noted' | 'no bounce' | 'unknown mail'

/** A bounced message, as received by the mail server. */
export async function takeReturned({ db, config }: Deps, raw: string, now: Date): Promise<NoticeOutcome> {
  const { sentTo, messageId, bounce } = readReturned(raw)
  if (!bounce) return 'no bounce'
  const named = sentTo.map((address) => mailNamedBy(address, config.secrets)).find((id) => id !== undefined)
  return note(
    db,
    (tx) => (named === undefined ? findByMessageId(tx, messageId) : findById(tx, named)),
    bounce,
    now,
  )
}

/** A mail provider's report about a mail, by its message id. */
export async function takeProviderNotice(
  { db }: Pick<Deps, 'db'>,
  messageId: string,
  bounce: { kind: BounceKind; reason: string },
  now: Date,
): Promise<NoticeOutcome> {
  const bare = messageId.trim().replace(/^<|>$/g, '')
  return note(db, (tx) => findByMessageId(tx, bare), bounce, now)
}

async function note(
  db: Database,
  find: (tx: Db) => Promise<{ id: number } | undefined>,
  bounce: { kind: BounceKind; reason: string },
  now: Date,
): Promise<NoticeOutcome> {
  return db.transaction(async (tx) => {
    const mail = await find(tx)
    if (!mail) return 'unknown mail'
    await noteBounce(tx, mail.id, bounce, now)
    return 'noted'
  })
}

function findById(tx: Db, id: number): Promise<{ id: number } | undefined> {
  return tx.maybe<{ id: number }>(sql`select id from mails where id = ${id}`)
}

/** Random, and known only to the mail's recipients. */
async function findByMessageId(tx: Db, messageId: string | undefined): Promise<{ id: number } | undefined> {
  if (!messageId) return undefined
  return tx.maybe<{ id: number }>(sql`select id from mails where message_id = ${messageId}`)
}

/** The content of a bounced message: its recipient, the original mail, and the outcome. */
export type ReturnedMessage = {
  /** The addresses it was sent to, or on behalf of; one of them may be the return path of a mail. */
  sentTo: string[]
  /** The original mail's message id. */
  messageId: string | undefined
  bounce: { kind: BounceKind; reason: string } | undefined
}

/** The report precedes the returned mail, so truncating a long one loses nothing. */
const READ_AT_MOST = 256 * 1024
const RECIPIENTS_AT_MOST = 20
const ADDRESSES_AT_MOST = 20

/**
 * Reads a delivery status notification (RFC 3464) or a feedback report (RFC 5965). All of it comes from a
 * stranger: only the return path and the message id prove that it is about one of our mails.
 */
function readReturned(raw: string): ReturnedMessage {
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

/** The first recipient to whom delivery failed. Our mails have one; a delay is not final. */
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

/** Enough of MIME (RFC 2045, 2046) to read a notice. Malformed input is read as far as possible. */
export type MimePart = { header(name: string): string; headers(name: string): string[]; body: string }

const HEADER_LINES_AT_MOST = 300
const PARTS_AT_MOST = 12

function readPart(text: string): MimePart {
  const { lines, body } = splitHead(text)
  const headers = (name: string) =>
    lines.flatMap((line) =>
      line.slice(0, name.length + 1).toLowerCase() === `${name}:` ? line.slice(name.length + 1).trim() : [],
    )
  const header = (name: string) => headers(name)[0] ?? ''
  return { header, headers, body: decode(body, header('content-transfer-encoding')) }
}

/** The parts of a multipart body; none if the boundary is missing or too long. */
function partsOf({ header, body }: MimePart): MimePart[] {
  const boundary = parameterOf(header('content-type'), 'boundary')
  if (boundary === '' || boundary.length > BOUNDARY_AT_MOST) return []
  const pieces = `\n${body}`.split(`\n--${boundary}`, PARTS_AT_MOST + 1)
  const parts = pieces.slice(1).filter((piece) => !piece.startsWith('--'))
  return parts.map((piece) => readPart(piece.slice(piece.indexOf('\n') + 1)))
}

/** `multipart/report`, without its parameters. */
function typeOf({ header }: MimePart): string {
  return (header('content-type').split(';', 1)[0] ?? '').trim().toLowerCase()
}

function parameterOf(value: string, name: string): string {
  for (const piece of value.split(';').slice(1, 20)) {
    const [key = '', ...rest] = piece.split('=')
    if (key.trim().toLowerCase() === name) return rest.join('=').trim().replace(/^"|"$/g, '')
  }
  return ''
}

/** Folded lines become one (RFC 5322, 2.2.3). */
function unfold(text: string): string[] {
  const lines: string[] = []
  for (const line of text.split('\n', HEADER_LINES_AT_MOST)) {
    const last = lines.length - 1
    if (/^[ \t]/.test(line) && last >= 0) lines[last] = `${lines[last]} ${line.trim()}`
    else lines.push(line)
  }
  return lines
}

function splitHead(text: string): { lines: string[]; body: string } {
  if (text.startsWith('\n')) return { lines: [], body: text.slice(1) }
  const end = text.indexOf('\n\n')
  const head = end < 0 ? text : text.slice(0, end)
  return { lines: unfold(head), body: end < 0 ? '' : text.slice(end + 2) }
}

function decode(body: string, encoding: string): string {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64').toString('utf8').replace(/\r\n?/g, '\n')
    case 'quoted-printable':
      return body
        .replace(/=\n/g, '')
        .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    default:
      return body
  }
}
