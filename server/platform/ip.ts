import { isIPv4, isIPv6 } from 'node:net'

/**
 * The canonical form of an IP address, or undefined if the text is none. Proxies write the same address with
 * a port, in brackets, with a zone, in capitals, or an IPv4 address as IPv6: without normalizing, limits
 * would count each spelling as a different client.
 */
export function normalizeIp(text: string): string | undefined {
  const bare = withoutPort(text.trim())
  if (isIPv4(bare)) return bare
  const address = bare.replace(/%.*$/, '')
  if (!isIPv6(address)) return undefined
  const groups = groupsOf(address)
  return ipv4Within(groups) ?? canonical(address)
}

/**
 * Handles `192.0.2.1:443`, `[2001:db8::1]:443` and `[2001:db8::1]`. Without brackets, an IPv6 port is
 * ambiguous.
 */
function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d{1,5}$/, '$1')
}

/** Sockets that listen on both families report IPv4 clients as mapped addresses (::ffff:192.0.2.1). */
function ipv4Within(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.') : undefined
}

/** A household or a server usually has an IPv6 /64 to itself. Someone who rents a network has a /48. */
const NETWORK_GROUPS = 4
const BLOCK_GROUPS = 3

/** What limits count as one client: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  return isIPv6(ip) ? prefixOf(ip, NETWORK_GROUPS) : ip
}

/** The /48 of an IPv6 address. For IPv4 there is no larger block that would be fair to count. */
export function blockOf(ip: string): string | undefined {
  return isIPv6(ip) ? prefixOf(ip, BLOCK_GROUPS) : undefined
}

/** For logs: precise enough to recognize an attack, too coarse to identify a person. IPv4 /24, IPv6 /48. */
export function shortenIp(ip: string): string {
  if (isIPv4(ip)) return `${ip.slice(0, ip.lastIndexOf('.'))}.0/24`
  return blockOf(ip) ?? 'unknown'
}

function prefixOf(ip: string, groups: number): string {
  const prefix = groupsOf(ip)
    .slice(0, groups)
    .map((group) => group.toString(16))
  return `${canonical(`${prefix.join(':')}::`)}/${groups * 16}`
}

/** RFC 5952, as browsers write it: lower case, no leading zeros, the longest run of zeros compressed. */
function canonical(ipv6: string): string {
  return new URL(`http://[${ipv6}]/`).hostname.slice(1, -1)
}

function groupsOf(ipv6: string): number[] {
  const [head = '', tail] = canonical(ipv6).split('::')
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [before, after] = [read(head), read(tail ?? '')]
  return tail === undefined
    ? before
    : [...before, ...Array(8 - before.length - after.length).fill(0), ...after]
}
