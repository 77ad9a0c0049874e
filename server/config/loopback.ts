/** True for this machine: connections to it cross no network. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackIp(name)
}

export function isLoopbackIp(ip: string): boolean {
  return /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(ip) || ip === '::1'
}

/** A browser on this machine sends the origin as typed: by name or by IP address. */
export function originsHere(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin)
  return hostname === 'localhost' ? [origin, new URL(`${protocol}//127.0.0.1:${port}`).origin] : [origin]
}
