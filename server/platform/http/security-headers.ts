import type { onRequestAsyncHookHandler } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { refuse } from '#server/platform/refusal.ts'
import { sendRefusal } from './answer.ts'
import { ASSETS, DESK_ASSETS } from './assets.ts'
import { isPrefetch } from './visitor.ts'

const TWO_YEARS_SECONDS = 63_072_000

/**
 * The default headers. Pages replace the content security policy with one that allows their inline styles.
 * Built files get only nosniff: browsers apply the policy of the page that loads them.
 */
export function securityHeaders(config: Config): onRequestAsyncHookHandler {
  const headers: Record<string, string> = {
    'content-security-policy': contentPolicy(config, { scripts: [], styles: [] }),
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(config.isHttps
      ? { 'strict-transport-security': `max-age=${TWO_YEARS_SECONDS}; includeSubDomains` }
      : {}),
  }
  return async (request, reply) => {
    if (isAsset(request.routeOptions.url)) reply.header('x-content-type-options', 'nosniff')
    else reply.headers(headers).header('x-request-id', request.id)
  }
}

function isAsset(route = ''): boolean {
  return route.startsWith(ASSETS) || route.startsWith(DESK_ASSETS)
}

/** Inline scripts and styles are blocked unless their hash is listed here. */
export function contentPolicy(
  { provider, dialerUrl, emailVideo }: Pick<Config, 'provider' | 'dialerUrl' | 'emailVideo'>,
  hashes: { scripts: string[]; styles: string[] },
  { isFramed = false, takesCards = false }: { isFramed?: boolean; takesCards?: boolean } = {},
): string {
  const agents = takesCards ? originsOf(provider.fraudAgentUrl) : []
  const feeds = originsOf(
    provider.links.blogFeed,
    provider.tracking.analyticsUrl,
    provider.tracking.adConversionUrl,
  )
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes.scripts, ...agents],
    'style-src': ["'self'", ...hashes.styles],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...feeds, ...agents],
    'frame-src': ["'self'", ...originsOf(provider.links.feedbackForm)],
    'form-action': ["'self'", ...originsOf(dialerUrl ?? '', emailVideo.returnUrl)],
    'frame-ancestors': [isFramed ? "'self'" : "'none'"],
    'base-uri': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${[...new Set(values)].join(' ')}`)
    .join('; ')
}

/** The same policy for a page that our own pages may frame, with one more inline style. */
export function framedPolicy(policy: string, styleHash: string): string {
  return policy
    .replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    .replace("style-src 'self'", `style-src 'self' ${styleHash}`)
}

function originsOf(...addresses: string[]): string[] {
  return addresses.flatMap((address) => (/^https?:/.test(address) ? new URL(address).origin : []))
}

/**
 * Prevents cross-site request forgery: a form on another site could post here with our cookies, but browsers
 * send its origin, so only our own pages may change anything. Other clients send neither header and have no
 * cookies to abuse. Calls that read no cookies are open to every origin.
 */
export function guardOrigin(allowedOrigins: readonly string[]): onRequestAsyncHookHandler {
  return async (request, reply) => {
    if (request.routeOptions.config.isCrossOrigin) {
      reply
        .header('access-control-allow-origin', '*')
        .header('access-control-expose-headers', 'www-authenticate')
      return
    }
    if (request.method === 'GET' || request.method === 'HEAD') return
    const origin = request.headers.origin
    const site = request.headers['sec-fetch-site']
    const isOurs =
      (origin === undefined || allowedOrigins.includes(origin)) &&
      (site === undefined || site === 'same-origin' || site === 'none')
    if (!isOurs) await sendRefusal(reply, refuse('wrong-origin'))
  }
}

/**
 * A browser that fetches a page before anybody asks for it renews no session and gets no cookie: of pages, it gets those that
 * are the same for everyone. For the others, it asks again when they are opened.
 */
export const guardPrefetch: onRequestAsyncHookHandler = async (request, reply) => {
  const { isPage = false, mayBePrefetched = false } = request.routeOptions.config
  if (isPrefetch(request) && isPage && !mayBePrefetched)
    await reply.code(403).header('cache-control', 'no-store').send()
}
