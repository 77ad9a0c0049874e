import { browserOf } from './browser-name.ts'
import { systemOf } from './user-agent.ts'

/**
 * Browser and system, such as Chrome 131 on Windows. Empty if neither is known. It stands in mails about a new sign-in, so a
 * version that could be a phone number is left out: whoever stole a password chooses the user agent.
 */
export function deviceOf(userAgent: string): string {
  const { name, version } = browserOf(userAgent)
  const system = systemOf(userAgent)
  const major = /^\d{1,4}(?!\d)/.exec(version)?.[0]
  const browser = major ? `${name} ${major}` : name
  if (browser === '') return system === '' ? '' : `Unknown browser on ${system}`
  return system === '' ? browser : `${browser} on ${system}`
}
