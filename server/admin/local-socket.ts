import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { watchConnections } from '#server/platform/http/stopping.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { isSameText, newToken } from '#server/platform/secret-tokens.ts'
import type { Report } from './command.ts'

export type SocketRequest = { argv: string[]; actor: string; input?: string }
type Answer = { report: Report } | { refused: Refused }

const FILE = 'admin.json'
/** The maximum size of a bounced email. */
const BODY_AT_MOST = 1024 * 1024

/**
 * While the embedded server runs, no other process may open its data folder. The command line calls the
 * server on loopback instead, with a token that only someone who can read the data folder has.
 */
export async function openAdminSocket(
  folder: string,
  run: (requested: SocketRequest) => Promise<Report | Refused>,
): Promise<{ close(): Promise<void> }> {
  const token = newToken()
  const server = createServer(async (request, response) => {
    const status = refusesAs(request, token)
    if (status) return response.writeHead(status).end()
    try {
      const report = await run(await bodyOf(request))
      const answer: Answer = isRefused(report) ? { refused: report } : { report }
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    } catch (error) {
      return response.writeHead(500).end((error as Error).message)
    }
  })
  const connections = watchConnections(server)
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  const file = path.join(folder, FILE)
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify({ port, token }), { mode: 0o600 })
  chmodSync(file, 0o600)
  return {
    async close() {
      rmSync(file, { force: true })
      connections.leave()
      await new Promise((done) => server.close(done))
    },
  }
}

/** The server accepted the command and did not answer: it was killed, or takes longer than we wait. */
export class AnswerLost extends Error {
  constructor() {
    super(
      'The server ended, or was too slow, before it answered. The command may have been carried out: look at what it changes before you run it again.',
    )
  }
}

/** Undefined if no admin socket is open. */
export async function callAdminSocket(
  folder: string,
  requested: SocketRequest,
): Promise<Report | Refused | undefined> {
  const socket = socketOf(folder)
  if (!socket) return undefined
  const response = await fetch(`http://127.0.0.1:${socket.port}/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${socket.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(requested),
  }).catch((error: Error) => {
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED') return undefined
    throw new AnswerLost()
  })
  if (!response) return undefined
  const text = await response.text().catch(() => {
    throw new AnswerLost()
  })
  if (!response.ok) throw new Error(`The server answered ${response.status}: ${text}`)
  const answer = JSON.parse(text) as Answer
  return 'refused' in answer ? answer.refused : answer.report
}

function socketOf(folder: string): { port: number; token: string } | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folder, FILE), 'utf8'))
  } catch {
    return undefined
  }
}

/** A web page in a browser on this machine has no token, and would send an Origin header. */
function refusesAs({ headers }: IncomingMessage, token: string): number | undefined {
  if (headers.origin !== undefined) return 403
  return isSameText(headers.authorization ?? '', `Bearer ${token}`) ? undefined : 401
}

async function bodyOf(request: IncomingMessage): Promise<SocketRequest> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > BODY_AT_MOST) throw new Error('The request is too large.')
  }
  const { argv, actor, input = '' } = JSON.parse(text) as SocketRequest
  return { argv: argv.map(String), actor: String(actor), input: String(input) }
}
