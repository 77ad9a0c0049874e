export type Browser = { name: string; version: string }

/**
 * Browser names as their vendors write them, most specific first: nearly every browser also claims to be
 * Chrome or Safari, and none claims a name above its own.
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
