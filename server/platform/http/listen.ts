import type { FastifyInstance } from 'fastify'
import { ConfigurationError } from '#server/config/config.ts'

type Listener = {
  port: number
  host: string
  /** As error messages call it: nothing, or whose port it is. */
  whose: '' | ' of the desk'
  settings: { port: string; host: string }
}

/** Says which of the two listeners, and which of its settings, it is about. */
export async function listen(app: FastifyInstance, { port, host, whose, settings }: Listener): Promise<void> {
  const said: Record<string, string> = {
    EADDRINUSE: `Port ${port}${whose} is used by another program. Stop that program, or start with another ${settings.port}.`,
    EACCES: `You do not have permission to listen on port ${port}${whose}. Start with another ${settings.port}.`,
  }
  for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'])
    said[code] =
      `${settings.host}=${host} is no address of this machine. Write an IP address such as 127.0.0.1, or 0.0.0.0 for all of them.`
  await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    const sentence = said[error.code ?? '']
    throw sentence === undefined ? error : new ConfigurationError(sentence)
  })
}
