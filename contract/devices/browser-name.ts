export type Browser = { name: string; version: string }

/**
 * The makers' own names, the more particular first: nearly every browser also calls itself Chrome or Safari,
 * and none of these calls itself what stands above it.
 */
const marks: [name: string, mark: RegExp][] = [
  ['Samsung Internet', /\bSamsungBrowser\/([\d.]+)/],
  ['Opera', /\b(?:OPR|OPT|OPiOS|Opera)\/([\d.]+)/],
  ['Edge', /\b(?:Edg|EdgA|EdgiOS|Edge)\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|Chromium|CriOS)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+).* Safari\//],
]

/** Empty where we do not know: a guess would be worse in a mail about a new sign-in. */
export function browserOf(userAgent: string): Browser {
  for (const [name, mark] of marks) {
    const version = mark.exec(userAgent)?.[1]
    if (version) return { name, version }
  }
  return { name: '', version: '' }
}
