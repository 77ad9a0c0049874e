import { createServer } from 'node:net'

/**
 * A port that nothing listens on, below the system's ephemeral range: from that range, a client that
 * reconnects during a restart could be assigned the very port it connects to.
 */
export async function findFreePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  if (given.has(port)) return findFreePort()
  given.add(port)
  return (await isFree(port)) ? port : findFreePort()
}

/** For ports that nobody listens on yet. */
const given = new Set<number>()

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
