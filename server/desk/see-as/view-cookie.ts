import { VIEW_LASTS_MS } from '#server/identity/operators/operator-views.ts'
import { cookieName, cookieOf } from '#server/platform/http/cookies.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'

type Jar = { isHttps: boolean }
const VIEW = 'desk_view'

export function readViewToken(visitor: Pick<Visitor, 'cookies'>, jar: Jar): string | undefined {
  return visitor.cookies[cookieName(VIEW, jar)]
}

export function handViewToken(visitor: Visitor, token: string, jar: Jar): void {
  visitor.setCookie(cookieOf(VIEW, token, VIEW_LASTS_MS, jar, 'Strict'))
}

export function takeViewToken(visitor: Visitor, jar: Jar): void {
  visitor.setCookie(cookieOf(VIEW, '', 0, jar, 'Strict'))
}

/** Browsers send the cookies of one host to all its ports: those of the customers' pages are left out here. */
export function deskCookiesOf({ cookies }: Pick<Visitor, 'cookies'>): string {
  return Object.entries(cookies)
    .filter(([name]) => /^(?:__Host-)?desk_/.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}
