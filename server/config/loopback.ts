/** True for this machine: connections to it cross no network. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackIp(name)
}

export function isLoopbackIp(ip: string): boolean {
  return /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(ip) || ip === '::1'
}
