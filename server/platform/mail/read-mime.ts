import { BOUNDARY_AT_MOST } from '../mime-boundary.ts'

/** Enough of MIME (RFC 2045, 2046) to read a notice. Whatever is malformed is read as far as it goes. */
export type MimePart = { header(name: string): string; headers(name: string): string[]; body: string }

const HEADER_LINES_AT_MOST = 300
const PARTS_AT_MOST = 12

export function readPart(text: string): MimePart {
  const { lines, body } = splitHead(text)
  const headers = (name: string) =>
    lines.flatMap((line) =>
      line.slice(0, name.length + 1).toLowerCase() === `${name}:` ? line.slice(name.length + 1).trim() : [],
    )
  const header = (name: string) => headers(name)[0] ?? ''
  return { header, headers, body: decode(body, header('content-transfer-encoding')) }
}

/** The parts of a multipart body; none if the boundary is missing or too long. */
export function partsOf({ header, body }: MimePart): MimePart[] {
  const boundary = parameterOf(header('content-type'), 'boundary')
  if (boundary === '' || boundary.length > BOUNDARY_AT_MOST) return []
  const pieces = `\n${body}`.split(`\n--${boundary}`, PARTS_AT_MOST + 1)
  const parts = pieces.slice(1).filter((piece) => !piece.startsWith('--'))
  return parts.map((piece) => readPart(piece.slice(piece.indexOf('\n') + 1)))
}

/** `multipart/report`, without its parameters. */
export function typeOf({ header }: MimePart): string {
  return (header('content-type').split(';', 1)[0] ?? '').trim().toLowerCase()
}

export function parameterOf(value: string, name: string): string {
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
