import type { FastifyReply, FastifyRequest } from 'fastify'
import { normalizeIp, shortenIp } from '#server/platform/ip.ts'
import { type EventDetails, logEvent, type SecurityEvent, type Who } from '#server/platform/log/log-events.ts'
import { readCookies } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session came with it, once somebody has looked. */
    who: Who | null
  }
}

/** Who asks, as far as a use case may know: no framework behind it. */
export type Visitor = {
  /** The IP address, in its one spelling (ip.ts). */
  address: string
  userAgent: string
  /** The variable parts of the address, such as a link's token. */
  parts: Readonly<Record<string, string>>
  cookies: Readonly<Record<string, string>>
  /** The Authorization header as it came: partners show their tokens there. */
  authorization: string
  setCookie(cookie: string): void
  requestId: string
  /** Says whose request this is, for the lines of the log. */
  identify(who: Who): void
  /** A line of its own for what matters to safety, with who and where. */
  report(event: SecurityEvent, details?: EventDetails): void
}

const USER_AGENT_AT_MOST = 400

export function visitorOf(request: FastifyRequest, reply: FastifyReply): Visitor {
  return {
    address: ipOf(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_AT_MOST),
    parts: request.params as Record<string, string>,
    cookies: readCookies(request.headers.cookie),
    authorization: request.headers.authorization ?? '',
    setCookie: (cookie) => reply.header('set-cookie', cookie),
    requestId: request.id,
    identify: (who) => {
      request.who = who
    },
    report: (event, details) => reportFrom(request, event, details),
  }
}

/**
 * Whom the proxies name, if that is an address at all: any word would otherwise be a place of its own. What is none
 * counts as the connection's own end.
 */
export function ipOf(request: FastifyRequest): string {
  return normalizeIp(request.ip ?? '') ?? normalizeIp(request.socket.remoteAddress ?? '') ?? 'unknown'
}

export function reportFrom(request: FastifyRequest, event: SecurityEvent, details: EventDetails = {}): void {
  logEvent(request.log, event, { ...request.who, from: shortenIp(ipOf(request)), ...details })
}
