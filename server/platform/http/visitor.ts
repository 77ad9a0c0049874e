import type { FastifyReply, FastifyRequest } from 'fastify'
import { PAGE_OF } from '#contract/wire/page-of.ts'
import { normalizeIp, shortenIp } from '#server/platform/ip.ts'
import { type EventDetails, logEvent, type SecurityEvent, type Who } from '#server/platform/log/log-events.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who the request's session belongs to, once it has been looked up. */
    who: Who | null
  }
}

/** The sender of a request, as use cases see it, free of framework types. */
export type Visitor = {
  /** The normalized IP address (ip.ts). */
  ip: string
  userAgent: string
  /** The host name of the URL, without the port, as sent by the browser or proxy. */
  hostName: string
  /** The route parameters, such as a link's token. */
  parts: Readonly<Record<string, string>>
  cookies: Readonly<Record<string, string>>
  /** The person the calling page was made for, if given. */
  pageOf: string
  /** The raw Authorization header, in which partners send their tokens. */
  authorization: string
  setCookie(cookie: string): void
  requestId: string
  /** Sets the request's person for its log lines. */
  identify(who: Who): void
  /** Logs a security event with person and origin. */
  report(event: SecurityEvent, details?: EventDetails): void
}

const USER_AGENT_AT_MOST = 400

export function visitorOf(request: FastifyRequest, reply: FastifyReply): Visitor {
  return {
    ip: ipOf(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_AT_MOST),
    hostName: request.hostname,
    parts: request.params as Record<string, string>,
    cookies: readCookies(request.headers.cookie),
    pageOf: String(request.headers[PAGE_OF] ?? ''),
    authorization: request.headers.authorization ?? '',
    setCookie: (cookie) => isPrefetch(request) || reply.header('set-cookie', cookie),
    requestId: request.id,
    identify: (who) => {
      request.who = who
    },
    report: (event, details) => reportFrom(request, event, details),
  }
}

/**
 * The client IP as reported by trusted proxies, if it is a valid IP: otherwise any string would count as a
 * separate client. Falls back to the IP of the connection.
 */
export function ipOf(request: FastifyRequest): string {
  return normalizeIp(request.ip ?? '') ?? normalizeIp(request.socket.remoteAddress ?? '') ?? 'unknown'
}

export function reportFrom(request: FastifyRequest, event: SecurityEvent, details: EventDetails = {}): void {
  logEvent(request.log, event, { ...request.who, from: shortenIp(ipOf(request)), ...details })
}

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

function readCookies(header: string | undefined): Record<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const cut = pair.indexOf('=')
    const name = pair.slice(0, cut).trim()
    // Browsers send the cookie with the most specific path first. A second one may have been planted.
    if (cut > 0 && !cookies.has(name)) cookies.set(name, pair.slice(cut + 1).trim())
  }
  return Object.fromEntries(cookies)
}

/** The token of an Authorization header, if it has one (RFC 6750). */
export function bearerIn(authorization: string): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1]
}

/** The browser fetches the page before anybody asks for it. */
export function isPrefetch({ headers }: FastifyRequest): boolean {
  return /\bprefetch\b/.test(String(headers['sec-purpose'] ?? ''))
}
