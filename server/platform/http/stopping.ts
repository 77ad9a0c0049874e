import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A proxy removes an instance after several failed probes: HAProxy's default is three, 2 s apart. */
const PROBES = 3
const AT_LEAST_MS = 7_000
const AT_MOST_MS = 20_000
/** A prober that has been quiet for longer than this is gone. */
const RECENT_MS = 60_000

export type Stopping = {
  isStopping(): boolean
  /** Records who probes /ready, and how often. */
  noteProbe(ip: string): void
  begin(): void
  /** How long the proxies in front need to notice. 0 if nobody probes. */
  noticeMs(): number
}

/**
 * A stopping instance says so before it closes its port: /ready answers 503 while requests are still served,
 * until the proxies that probe it have removed it. Without probes there is nothing to wait for.
 */
export function openStopping(): Stopping {
  const probers = new Map<string, { lastAt: number; gapMs: number }>()
  let isStopping = false
  return {
    isStopping: () => isStopping,
    noteProbe(ip) {
      const now = performance.now()
      const known = probers.get(ip)
      probers.set(ip, { lastAt: now, gapMs: known ? now - known.lastAt : 0 })
    },
    begin() {
      isStopping = true
    },
    noticeMs() {
      const now = performance.now()
      const gaps = [...probers.values()].flatMap(({ lastAt, gapMs }) =>
        // A single probe was somebody waiting for the start, not a proxy.
        gapMs > 0 && now - lastAt < RECENT_MS ? gapMs : [],
      )
      if (gaps.length === 0) return 0
      return Math.min(Math.max(AT_LEAST_MS, PROBES * Math.max(...gaps) + 1_000), AT_MOST_MS)
    },
  }
}

/** Keep-alive connections of a proxy end with their next answer. */
export function closeWhileStopping(app: FastifyInstance, stopping: Stopping): void {
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.isStopping()) reply.header('connection', 'close')
  })
}

/** Serves requests until the proxies have noticed. */
export async function waitForProxies(stopping: Stopping, say: (line: string) => void): Promise<void> {
  const milliseconds = stopping.noticeMs()
  if (milliseconds === 0) return
  say(`Stopping in ${Math.round(milliseconds / 1000)} s, when the proxies have noticed. Ctrl-C ends it now.`)
  await sleep(milliseconds)
}

/** How long a request sent just before the shutdown has to arrive. */
const ON_ITS_WAY_MS = 250
/**
 * Longer than the gateway takes to answer a payment. A client that sent only half a request is dropped after
 * this.
 */
const DROP_AFTER_MS = 25_000

/**
 * A closing server waits for its open connections. Only those with a request in progress are worth waiting
 * for: browsers and proxies keep idle connections open, or open them in advance, and would delay the shutdown
 * for a minute.
 */
export function watchConnections(
  server: Server,
  { atMostMs = DROP_AFTER_MS } = {},
): {
  /** Call it when the server starts to close. */
  leave(): void
} {
  const connections = new Set<Socket>()
  const answers = new Set<ServerResponse>()
  let stage: 'open' | 'leaving' | 'waiting only for answers' = 'open'

  server.on('connection', (connection) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  server.prependListener('request', (_request, answer) => {
    if (stage !== 'open') answer.shouldKeepAlive = false
    answers.add(answer)
    answer.once('close', () => {
      answers.delete(answer)
      if (stage === 'waiting only for answers') endIdle()
    })
  })

  function endIdle(): void {
    stage = 'waiting only for answers'
    const answering = new Set([...answers].map((answer) => answer.req.socket))
    for (const connection of connections) if (!answering.has(connection)) connection.destroySoon()
  }

  return {
    leave() {
      stage = 'leaving'
      for (const answer of answers) answer.shouldKeepAlive = false
      setTimeout(endIdle, ON_ITS_WAY_MS).unref()
      setTimeout(() => server.closeAllConnections(), atMostMs).unref()
    },
  }
}
