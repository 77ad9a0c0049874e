import { cookieName, cookieOf, type Visitor } from '#server/platform/http/visitor.ts'
import { KNOWN_FOR_MS } from '../guessing.ts'

type Jar = { isHttps: boolean }
/** A name of its own: browsers send cookies of one host to all its ports. */
const OPERATOR = 'desk_session'
/** Survives signing out. It only distinguishes known devices from new ones. */
const DEVICE = 'desk_device'

export function readOperatorToken(visitor: Pick<Visitor, 'cookies'>, jar: Jar): string | undefined {
  return visitor.cookies[cookieName(OPERATOR, jar)]
}

export function handOperatorToken(visitor: Visitor, token: string, lastsMs: number, jar: Jar): void {
  visitor.setCookie(cookieOf(OPERATOR, token, lastsMs, jar, 'Strict'))
}

export function takeOperatorToken(visitor: Visitor, jar: Jar): void {
  visitor.setCookie(cookieOf(OPERATOR, '', 0, jar, 'Strict'))
}

export function readOperatorDevice(visitor: Pick<Visitor, 'cookies'>, jar: Jar): string | undefined {
  return visitor.cookies[cookieName(DEVICE, jar)]
}

export function handOperatorDevice(visitor: Visitor, token: string, jar: Jar): void {
  visitor.setCookie(cookieOf(DEVICE, token, KNOWN_FOR_MS, jar, 'Strict'))
}
