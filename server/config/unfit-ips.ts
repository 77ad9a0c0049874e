import { BlockList, isIP } from 'node:net'

/**
 * No server of an operator has such an IP address. Behind link-local ones are services of the machine's host,
 * such as those that issue its credentials.
 */
const unfit = {
  unspecified: listOf('0.0.0.0/8', '::/128'),
  // Also as written in IPv6: through NAT64, and compatible with IPv4.
  'link-local': listOf('169.254.0.0/16', 'fe80::/10', '64:ff9b::a9fe:0/112', '::a9fe:0/112'),
  multicast: listOf('224.0.0.0/4', 'ff00::/8'),
}

/** Why this IP address must not be called. Undefined for all others, including private ones, and for names. */
export function unfitKindOf(host: string): string | undefined {
  const ip = host.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(ip)
  if (family === 0) return undefined
  // BlockList also matches IPv4-mapped IPv6 addresses, such as ::ffff:169.254.0.1.
  return Object.entries(unfit).find(([, list]) => list.check(ip, family === 6 ? 'ipv6' : 'ipv4'))?.[0]
}

function listOf(...networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [ip = '', prefix] = network.split('/')
    list.addSubnet(ip, Number(prefix), isIP(ip) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}
