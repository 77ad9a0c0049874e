import { browserOf } from './browser-name.ts'
import { systemOf } from './user-agent.ts'

/** Browser and system, such as Chrome 131 on Windows. Empty if neither is known. */
export function deviceOf(userAgent: string): string {
  const { name, version } = browserOf(userAgent)
  const system = systemOf(userAgent)
  const browser = name === '' ? '' : `${name} ${version.split('.', 1)[0]}`
  if (browser === '') return system === '' ? '' : `Unknown browser on ${system}`
  return system === '' ? browser : `${browser} on ${system}`
}
