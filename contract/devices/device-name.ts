import { systemOf } from './user-agent.ts'

/**
 * Browser and system, such as Chrome 131 on Windows. Empty if neither is known. It appears in mails about a
 * new sign-in, so a version that could be a phone number is omitted: a password thief chooses the user agent.
 */
export function deviceOf(userAgent: string): string {
  const { name, version } = browserOf(userAgent)
  const system = systemOf(userAgent)
  const major = /^\d{1,4}(?!\d)/.exec(version)?.[0]
  const browser = major ? `${name} ${major}` : name
  if (browser === '') return system === '' ? '' : `Unknown browser on ${system}`
  return system === '' ? browser : `${browser} on ${system}`
}

export type Browser = { name: string; version: string }

/**
 * Browser names as their vendors write them, most specific first: nearly every browser also claims to be
 * Chrome or Safari, but never a name listed before its own.
 */
const marks: [name: string, mark: RegExp][] = [
  ['Samsung Internet', /\bSamsungBrowser\/([\d.]+)/],
  ['Opera', /\b(?:OPR|OPT|OPiOS|Opera)\/([\d.]+)/],
  ['Edge', /\b(?:Edg|EdgA|EdgiOS|Edge)\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|Chromium|CriOS)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+).* Safari\//],
]

/** Empty if unknown: a wrong guess in a mail about a new sign-in would be worse. */
export function browserOf(userAgent: string): Browser {
  for (const [name, mark] of marks) {
    const version = mark.exec(userAgent)?.[1]
    if (version) return { name, version }
  }
  return { name: '', version: '' }
}
