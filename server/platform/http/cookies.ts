export type CookieJar = { isHttps: boolean }

/** `__Host-` binds a cookie to this host and to https. Over plain http, browsers would reject it. */
export function cookieName(name: string, { isHttps }: CookieJar): string {
  return isHttps ? `__Host-${name}` : name
}

export function cookieOf(
  name: string,
  value: string,
  lastsMs: number,
  jar: CookieJar,
  sameSite: 'Lax' | 'Strict' = 'Lax',
): string {
  const parts = [
    `${cookieName(name, jar)}=${value}`,
    'Path=/',
    'HttpOnly',
    `SameSite=${sameSite}`,
    `Max-Age=${Math.round(lastsMs / 1000)}`,
  ]
  return (jar.isHttps ? [...parts, 'Secure'] : parts).join('; ')
}

export function readCookies(header: string | undefined): Record<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const cut = pair.indexOf('=')
    const name = pair.slice(0, cut).trim()
    // Browsers send the cookie with the most specific path first. A second one may have been planted.
    if (cut > 0 && !cookies.has(name)) cookies.set(name, pair.slice(cut + 1).trim())
  }
  return Object.fromEntries(cookies)
}
