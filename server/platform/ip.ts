import { isIPv4, isIPv6 } from 'node:net'

/**
 * One spelling for one IP address, or undefined for what is none. Proxies write the same address with a port, in
 * brackets, with a zone, in capitals, or an IPv4 address as IPv6: counted letter by letter each would be another place.
 */
export function normalizeIp(text: string): string | undefined {
  const bare = withoutPort(text.trim())
  if (isIPv4(bare)) return bare
  const address = bare.replace(/%.*$/, '')
  if (!isIPv6(address)) return undefined
  const groups = groupsOf(address)
  return ipv4Within(groups) ?? canonical(address)
}

/** `192.0.2.1:443`, `[2001:db8::1]:443` and `[2001:db8::1]`. Without brackets a port cannot be told from a group. */
function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d{1,5}$/, '$1')
}

/** A mapped address (::ffff:192.0.2.1) is the IPv4 address: a socket that listens for both families writes it so. */
function ipv4Within(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.') : undefined
}

/** How far a place reaches. A household or a server has an IPv6 /64 to itself; who rents a net has a /48. */
const PLACE_GROUPS = 4
const NET_GROUPS = 3

/** What counts as one place: an IPv4 address, or the /64 that an IPv6 address lies in. */
export function networkOf(ip: string): string {
  return isIPv6(ip) ? prefixOf(ip, PLACE_GROUPS) : ip
}

/** The wider net around a place: the /48 of an IPv6 address. IPv4 addresses have none that would be fair to count. */
export function blockOf(ip: string): string | undefined {
  return isIPv6(ip) ? prefixOf(ip, NET_GROUPS) : undefined
}

/** For a log: enough to see an attack by, too little to name a person. IPv4 /24, IPv6 /48. */
export function shortenIp(ip: string): string {
  if (isIPv4(ip)) return `${ip.slice(0, ip.lastIndexOf('.'))}.0/24`
  return blockOf(ip) ?? 'unknown'
}

function prefixOf(ip: string, groups: number): string {
  const kept = groupsOf(ip)
    .slice(0, groups)
    .map((group) => group.toString(16))
  return `${canonical(`${kept.join(':')}::`)}/${groups * 16}`
}

/** RFC 5952, as every browser writes it: small letters, no leading zeros, the longest run of zeros left out. */
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
