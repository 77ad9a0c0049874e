/** Navigates to a URL sent by the server, with a full page load. Rejects anything but web URLs. */
export function leaveFor(url: string): boolean {
  const target = webUrl(url, location.href)
  if (target === undefined) return false
  location.assign(target)
  return true
}

export function webUrl(url: string, base: string): string | undefined {
  // A malformed answer may contain anything instead of a URL.
  if (typeof url !== 'string' || url === '') return undefined
  try {
    const { protocol, href } = new URL(url, base)
    return protocol === 'https:' || protocol === 'http:' ? href : undefined
  } catch {
    return undefined
  }
}
