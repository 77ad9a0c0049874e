import type { IncomingMessage } from 'node:http'

/** Nobody has a thing by this name, so the page or call of that address answers as it does for an unknown one. */
const REPLACEMENT = encodeURIComponent('\ufffd')

/**
 * The address as routes may read it. Each part must decode, and U+0000 can be kept nowhere: one place for all
 * routes, so that an odd address is answered by the page of its kind and not by the framework.
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
