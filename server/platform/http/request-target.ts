/**
 * The path and query of a request target. A target may be an absolute URL (RFC 9112, 3.2.2), and a host
 * chosen by the client must never be echoed back as ours.
 */
export function pathAndQueryOf(target: string): string {
  const rest = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}
