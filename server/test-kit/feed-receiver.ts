import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FeedEvent } from '#contract/features/feed.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { addEndpoint } from '../accounts/feed/endpoints.ts'
import { assignPositions } from '../accounts/feed/events.ts'
import type { Harness } from './harness.ts'

export type Receiver = {
  id: number
  url: string
  secret: string
  /** Everything that arrived with a valid signature, in order, including duplicates. */
  received: FeedEvent[]
  headers: IncomingHttpHeaders[]
  close(): void
}

/** `cut off`: 200, and the connection breaks within the text. `no end`: 200, and the text never ends. */
type Answer = number | 'no answer' | 'cut off' | 'no end' | { status: number; retryAfter: string }

/** A provider's system on loopback. The test decides each answer. */
export async function openReceiver(
  { db, config, clock }: Pick<Harness, 'db' | 'config' | 'clock'>,
  answer: (event: FeedEvent) => Answer = () => 200,
  from?: number,
): Promise<Receiver> {
  const received: FeedEvent[] = []
  const headers: IncomingHttpHeaders[] = []
  let secret = ''
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const event = JSON.parse(body) as FeedEvent
    headers.push(request.headers)
    if (!isSigned(request.headers, body, secret)) return response.writeHead(401).end()
    received.push(event)
    const status = answer(event)
    if (status === 'no answer') return response.destroy()
    if (status === 'cut off')
      return response.writeHead(200, { 'content-length': '100' }).write('taken', () => response.destroy())
    if (status === 'no end') return response.writeHead(200, { 'content-length': '100' }).write('taken')
    if (typeof status === 'object')
      return response.writeHead(status.status, { 'retry-after': status.retryAfter }).end()
    return response.writeHead(status, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
  await assignPositions(db)
  const added = await addEndpoint(
    db,
    { url, ...(from === undefined ? {} : { from }) },
    config.secrets,
    clock.now(),
  )
  if (isRefused(added)) throw new Error(String(added.errors))
  secret = added.secret
  return {
    id: added.id,
    url,
    secret,
    received,
    headers,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** By the Standard Webhooks specification, without our code. */
export function isSigned(headers: IncomingHttpHeaders, body: string, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}
