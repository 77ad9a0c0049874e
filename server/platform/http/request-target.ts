/**
 * What a request asks for, without the host that it may name: a target may be a whole address (RFC 9112, 3.2.2), and a
 * host that the client chose must never come back to it as ours.
 */
export function pathAndQueryOf(target: string): string {
  const rest = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}
