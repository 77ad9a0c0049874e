import { cookieName, cookieOf, type Visitor } from '#server/platform/http/visitor.ts'
import { hashToken, newToken, openSigned, sign } from '#server/platform/secret-tokens.ts'
import { DAY } from '#server/ports/clock.ts'

type Jar = { isHttps: boolean; secrets: readonly string[] }
const NAME = 'sign-up'
const LASTS_MS = 30 * DAY

/** Recognizes a visitor, to avoid warning them about their own unfinished sign-up. */
export function readVisitorHash(visitor: Visitor, jar: Jar): Buffer | null {
  const token = openSigned(visitor.cookies[cookieName(NAME, jar)], NAME, jar.secrets)
  return token ? hashToken(token) : null
}

export function setVisitorCookie(visitor: Visitor, jar: Jar): Buffer {
  const token = openSigned(visitor.cookies[cookieName(NAME, jar)], NAME, jar.secrets) ?? newToken()
  visitor.setCookie(cookieOf(NAME, sign(token, NAME, jar.secrets), LASTS_MS, jar))
  return hashToken(token)
}
