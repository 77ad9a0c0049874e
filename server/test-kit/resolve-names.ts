import dns from 'node:dns'
import { onTestFinished, vi } from 'vitest'

/** The name service's answer in this test for every name with a dot. */
export function resolveNamesTo(...ips: string[]): void {
  const { lookup } = dns
  const found = ips.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const answer = (name: string, options: dns.LookupOptions, done: (error: null, all: object) => void) =>
    name.includes('.') ? done(null, found) : lookup(name, options, done as never)
  const spy = vi.spyOn(dns, 'lookup').mockImplementation(answer as never)
  onTestFinished(() => spy.mockRestore())
}
