import type { Socket } from 'node:net'
import * as messages from '#contract/wire/server-messages.ts'

/**
 * Answers what Node's parser has given up on, before any route or hook: nobody knows whether it was a page or a call. The
 * framework's own answer is JSON, which a person whose browser has collected too many cookies cannot make sense of.
 */
export function answerUnparsed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, text } = problems[error.code ?? ''] ?? unreadable
  if (socket.writable) {
    const head = [
      `HTTP/1.1 ${status}`,
      'content-type: text/plain; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
  }
  socket.destroy(error)
}

const unreadable = { status: '400 Bad Request', text: messages.unreadable }
const problems: Record<string, typeof unreadable> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', text: messages.headersTooLong },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', text: messages.tooSlow },
}
