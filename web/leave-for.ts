/** Navigates to a URL sent by the server, with a full page load. Rejects anything but web URLs. */
export function leaveFor(address: string): boolean {
  const target = webUrl(address, location.href)
  if (target === undefined) return false
  location.assign(target)
  return true
}

export function webUrl(address: string, base: string): string | undefined {
  // A malformed answer may contain anything instead of a URL.
  if (typeof address !== 'string' || address === '') return undefined
  try {
    const { protocol, href } = new URL(address, base)
    return protocol === 'https:' || protocol === 'http:' ? href : undefined
  } catch {
    return undefined
  }
}
