import type { IncomingMessage } from 'node:http'

/** Matches no token or name, so the page or call answers as it does for an unknown one. */
const REPLACEMENT = encodeURIComponent('\ufffd')

/**
 * Normalizes the URL before routing: each part must decode, and U+0000 cannot be stored. Done once for all
 * routes, so that a malformed URL is answered by its own page and not by the framework's error.
 */
export function readablePath({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [path = '/', ...query] = url.split(/(?=\?)/)
  const readable = path
    .split('/')
    .map((part) => (canDecode(part) ? part : part.replaceAll('%', '%25')).replaceAll('%00', REPLACEMENT))
    .join('/')
  return [readable, ...query].join('')
}

function canDecode(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}
