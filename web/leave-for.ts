/** Goes to an address that the server named, as a full load. Refuses what is no web address. */
export function leaveFor(address: string): boolean {
  const target = webUrl(address, location.href)
  if (target === undefined) return false
  location.assign(target)
  return true
}

export function webUrl(address: string, base: string): string | undefined {
  // A strange answer may hold anything where the address should be.
  if (typeof address !== 'string' || address === '') return undefined
  try {
    const { protocol, href } = new URL(address, base)
    return protocol === 'https:' || protocol === 'http:' ? href : undefined
  } catch {
    return undefined
  }
}
