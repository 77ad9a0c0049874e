import { deviceOf } from '#contract/devices/device-name.ts'
import type { Origin } from '#server/platform/audit.ts'
import { cookieName, cookieOf, type Visitor } from '#server/platform/http/visitor.ts'
import { shortenIp } from '#server/platform/ip.ts'
import { DAY } from '#server/ports/clock.ts'
import { SESSION_LASTS_MS } from './sessions.ts'

type Jar = { isHttps: boolean }
const SESSION = 'session'
const DEVICE = 'device'
const DEVICE_LASTS_MS = 365 * DAY

export function readSessionToken(visitor: Visitor, jar: Jar): string | undefined {
  return visitor.cookies[cookieName(SESSION, jar)]
}

export function handSession(visitor: Visitor, token: string, jar: Jar): void {
  visitor.setCookie(cookieOf(SESSION, token, SESSION_LASTS_MS, jar))
}

export function takeSession(visitor: Visitor, jar: Jar): void {
  visitor.setCookie(cookieOf(SESSION, '', 0, jar))
}

/** The device token survives signing out. It only distinguishes known devices from new ones. */
export function readDeviceToken(visitor: Pick<Visitor, 'cookies'>, jar: Jar): string | undefined {
  return visitor.cookies[cookieName(DEVICE, jar)]
}

export function handDevice(visitor: Pick<Visitor, 'setCookie'>, token: string, jar: Jar): void {
  visitor.setCookie(cookieOf(DEVICE, token, DEVICE_LASTS_MS, jar))
}

export function originOf({ ip, userAgent }: Pick<Visitor, 'ip' | 'userAgent'>): Origin {
  return { ip: shortenIp(ip), device: deviceOf(userAgent) }
}
