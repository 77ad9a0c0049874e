import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { pages } from '#contract/pages.ts'
import type { Access } from '#contract/wire/call.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { type Config, ConfigurationError } from '#server/config/config.ts'
import { shortenIp } from '#server/platform/ip.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import { answerUnparsed, problemOf, sendRefusal } from './answer.ts'
import { parseUrlencoded } from './bodies.ts'
import { guardOrigin, guardPrefetch, securityHeaders } from './security-headers.ts'
import { watchConnections } from './stopping.ts'
import { pathAndQueryOf, readablePath } from './urls.ts'
import { ipOf } from './visitor.ts'

const BODY_AT_MOST_BYTES = 64 * 1024
/**
 * A request arrives in full, or its connection ends. Node applies the longer of two timeouts to whole
 * requests, so the one for headers, 60 s by default, would apply to bodies; and by default it checks only
 * every 30 s.
 */
const REQUEST_WITHIN_MS = 30_000
/**
 * More than the longest request line Node accepts, so a link with a token of any length still gets its own
 * page.
 */
const PATH_PART_AT_MOST = 16 * 1024

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The key under which the response carries a refusal. Pages have none. */
    errorKey?: Endpoint['errorKey']
    isPage?: boolean
    /** Set for a page that is the same for everyone and changes nothing: others refuse to be fetched ahead. */
    mayBePrefetched?: boolean
    /** Reads no cookies, so pages of any origin may call it. */
    isCrossOrigin?: boolean
    /** Who may ask there, as the call, the page or the file says about itself. */
    access?: Access
  }
  interface FastifyInstance {
    /** Where a page that cannot be shown leads to. */
    homePath: string
  }
}

/** Where unknown paths lead, and which of them are calls, which answer 404 instead. */
export type UnknownPaths = {
  home: string
  calls: RegExp
  /** Unknown paths with their own page. */
  shown?: { paths: RegExp; answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> }
}

const publicPaths: UnknownPaths = {
  home: pages['sign-in'],
  calls: /^\/(?:rest|assets|api|oauth\/(?:token|revoke|introspect))\b/,
}

/** Opens the HTTP server with the checks that apply to every request. */
export async function openHttp(
  config: Config,
  log: FastifyBaseLogger,
  unknown: UnknownPaths = publicPaths,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    bodyLimit: BODY_AT_MOST_BYTES,
    requestTimeout: REQUEST_WITHIN_MS,
    http: { headersTimeout: REQUEST_WITHIN_MS, connectionsCheckingInterval: 1_000 },
    routerOptions: { ignoreDuplicateSlashes: false, maxParamLength: PATH_PART_AT_MOST },
    clientErrorHandler: answerUnparsed,
    rewriteUrl: ({ url = '/' }) => readablePath({ url: pathAndQueryOf(url) }),
  })
  app.decorateRequest('who', null)
  app.decorate('homePath', unknown.home)
  const connections = watchConnections(app.server)
  app.addHook('preClose', async () => connections.leave())
  // Parsed by `readBody`, after unauthorized requests are refused.
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => bytes,
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => parseUrlencoded(text),
  )

  app.addHook('onRequest', securityHeaders(config))
  app.addHook('onRequest', guardOrigin(config.allowedOrigins))
  app.addHook('onRequest', guardPrefetch)
  app.addHook('onResponse', logResponse)
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply))
  app.setNotFoundHandler((request, reply) => answerUnknownUrl(request, reply, unknown))
  return app
}

/**
 * Logs only fields that are safe: people by id, a shortened IP, and the route instead of the URL, because a
 * URL may contain a link's secret or a query.
 */
async function logResponse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      from: shortenIp(ipOf(request)),
      ...request.who,
    },
    'answered',
  )
}

async function answerProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (isRefused(error)) return sendRefusal(reply, error)
  const refused = problemOf(error)
  if (refused.refused === 'broken') request.log.error({ err: error }, 'a bug answered 500')
  if (refused.refused === 'unavailable')
    request.log.warn({ reason: (error as Error).message }, 'the database is away')
  return sendRefusal(reply, refused)
}

async function answerUnknownUrl(
  request: FastifyRequest,
  reply: FastifyReply,
  { home, calls, shown }: UnknownPaths,
): Promise<FastifyReply> {
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (!isReading || calls.test(request.url)) return sendRefusal(reply, refuse('not-found'))
  return shown?.paths.test(request.url) ? shown.answer(request, reply) : reply.redirect(home, 302)
}

type Listener = {
  port: number
  host: string
  /** A prefix for error messages: empty, or whose port it is. */
  whose: '' | ' of the desk'
  settings: { port: string; host: string }
}

/** Says which of the two listeners, and which of its settings, the error concerns. */
export async function listen(app: FastifyInstance, { port, host, whose, settings }: Listener): Promise<void> {
  const messages: Record<string, string> = {
    EADDRINUSE: `Port ${port}${whose} is used by another program. Stop that program, or start with another ${settings.port}.`,
    EACCES: `You do not have permission to listen on port ${port}${whose}. Start with another ${settings.port}.`,
  }
  for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'])
    messages[code] =
      `${settings.host}=${host} is no address of this machine. Write an IP address such as 127.0.0.1, or 0.0.0.0 for all of them.`
  await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    const sentence = messages[error.code ?? '']
    throw sentence === undefined ? error : new ConfigurationError(sentence)
  })
}
