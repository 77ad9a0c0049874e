import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How long a request that was sent just before the shutdown has to arrive. */
const ON_ITS_WAY_MS = 250
/**
 * Longer than the gateway takes to answer a payment. A client that sent only half a request is dropped after
 * this.
 */
const AT_MOST_MS = 25_000

/**
 * A closing server waits for its open connections. Only those with a request in progress are worth waiting
 * for: browsers and proxies keep idle connections open, or open them in advance, and would delay the shutdown
 * for a minute.
 */
export function watchConnections(
  server: Server,
  { atMostMs = AT_MOST_MS } = {},
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
