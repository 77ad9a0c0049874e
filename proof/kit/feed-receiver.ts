import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { Entitlements, FeedEvent } from '#contract/features/feed.ts'

/**
 * `no answers`: accepts what arrives, but sometimes the answer is lost. `refuses`: accepts nothing for some
 * accounts.
 */
export type Mood = 'well' | 'down' | 'no answers' | 'refuses'

type Account = { sequence: number; entitlements: Entitlements; ids: string[]; last: FeedEvent }

export type FeedReceiver = Awaited<ReturnType<typeof openFeedReceiver>>

/** A dialer that knows of the accounts only what it receives, and notices what is missing or duplicated. */
export async function openFeedReceiver() {
  const accounts = new Map<string, Account>()
  const noticed = {
    unsigned: 0,
    gaps: 0,
    doubled: 0,
    repeated: 0,
    deliveries: 0,
    unanswered: 0,
    refused: 0,
    away: 0,
  }
  const state = { mood: 'well' as Mood, secret: '' }
  const server = createServer(async (request, response) => {
    if (state.mood === 'down') {
      noticed.away += 1
      return response.destroy()
    }
    let body = ''
    for await (const chunk of request) body += chunk
    noticed.deliveries += 1
    if (!isSigned(request.headers, body, state.secret)) {
      noticed.unsigned += 1
      return response.writeHead(401).end()
    }
    const event = JSON.parse(body) as FeedEvent
    if (state.mood === 'refuses' && noticed.deliveries % 9 === 0) {
      noticed.refused += 1
      return response.writeHead(500).end()
    }
    take(event)
    if (state.mood === 'no answers' && noticed.deliveries % 5 === 0) {
      noticed.unanswered += 1
      return response.destroy()
    }
    return response.writeHead(204).end()
  })

  function take(event: FeedEvent): void {
    const known = accounts.get(event.account_number)
    const expected = (known?.sequence ?? 0) + 1
    if (event.sequence < expected) {
      noticed.repeated += 1
      // The same change under another id would be applied twice.
      if (known?.ids[event.sequence - 1] !== event.id) noticed.doubled += 1
      return
    }
    if (event.sequence > expected) noticed.gaps += 1
    if (known && isSameChange(known.last, event)) noticed.doubled += 1
    const ids = known?.ids ?? []
    ids[event.sequence - 1] = event.id
    const { sequence, entitlements } = event
    accounts.set(event.account_number, { sequence, entitlements, ids, last: event })
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    accounts,
    noticed,
    state,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function isSameChange(one: FeedEvent, other: FeedEvent): boolean {
  return (
    one.type === other.type &&
    isDeepStrictEqual(one.data, other.data) &&
    isDeepStrictEqual(one.entitlements, other.entitlements)
  )
}

function isSigned(headers: IncomingHttpHeaders, body: string, secret: string): boolean {
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(text).digest('base64')}`
}
