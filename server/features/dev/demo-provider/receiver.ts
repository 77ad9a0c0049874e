import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { DemoProviderValues, KnownAccount, ReceivedEvent } from '#contract/features/demo-provider.ts'
import { eventTypes, type FeedEvent } from '#contract/features/feed.ts'
import { addEndpoint } from '#server/accounts/feed/endpoints.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import { page } from '#server/platform/http/pages.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { isSignedBy, type SignedHeaders } from '#server/platform/webhook-signature.ts'

const EVENTS_SHOWN = 50
const ACCOUNTS_SHOWN = 25

/**
 * A provider's system that knows only what the events say. Like any receiver it accepts repeated and late
 * events safely: the account's sequence number says what is new.
 */
export function openReceiver() {
  const events: ReceivedEvent[] = []
  const accounts = new Map<string, KnownAccount>()
  let unsigned = 0

  return {
    /** The status to answer with. */
    take(headers: SignedHeaders, body: string, secret: string, now: Date): 204 | 401 {
      if (secret === '' || !isSignedBy(headers, body, [secret], now)) {
        unsigned += 1
        return 401
      }
      const event = JSON.parse(body) as FeedEvent
      const known = accounts.get(event.account_number)
      if (known && known.sequence >= event.sequence) return 204
      // Deleted first, so that it becomes the newest.
      accounts.delete(event.account_number)
      accounts.set(event.account_number, accountOf(event))
      events.unshift(receivedOf(event))
      events.splice(EVENTS_SHOWN)
      return 204
    },

    show(): DemoProviderValues {
      return {
        events: [...events],
        accounts: [...accounts.values()].reverse().slice(0, ACCOUNTS_SHOWN),
        unsigned,
      }
    },
  }
}

function receivedOf({ id, type, account_number, sequence, timestamp }: FeedEvent): ReceivedEvent {
  return { id, type, meaning: eventTypes[type], accountNumber: account_number, sequence, timestamp }
}

function accountOf({ account_number, sequence, entitlements }: FeedEvent): KnownAccount {
  const { status, may_dial, ends_at, plan, people } = entitlements
  return {
    accountNumber: account_number,
    sequence,
    status,
    mayDial: may_dial,
    endsAt: ends_at,
    plan,
    people: people.map(({ id, role, name, dialers }) => ({
      id,
      role,
      name,
      dialers: dialers.map(({ item, number }) => `${item} ${number}`),
    })),
  }
}

const EVENTS = '/demo/provider/events'

/** A sample system of the provider: the feed sends it every event, and its page shows them as they arrive. */
export function demoProviderRoutes(app: FastifyInstance, deps: Deps): void {
  const receiver = openReceiver()
  let secret = ''

  page(app, deps, 'demo-provider', async () => receiver.show(), { isPersonal: true })
  // Each answer ends at once, and the browser polls a second later: no connection stays open.
  app.get('/demo/provider/stream', (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      .send(`retry: 1000\ndata: ${JSON.stringify(receiver.show())}\n\n`),
  )

  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    // The signature covers the bytes of the body.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, parsed) => parsed(null, text))
    scope.post(EVENTS, async (request, reply) => {
      const header = (name: string) => String(request.headers[name] ?? '')
      const signed = {
        id: header('webhook-id'),
        timestamp: header('webhook-timestamp'),
        signature: header('webhook-signature'),
      }
      const status = receiver.take(signed, String(request.body ?? ''), secret, deps.clock.now())
      return reply.code(status).send()
    })
    done()
  })

  // It stores nothing between starts, so each one registers it again, from the oldest event on.
  app.addHook('onListen', async () => {
    const { port } = app.server.address() as AddressInfo
    secret = await register(deps, `http://127.0.0.1:${port}${EVENTS}`)
  })
}

function register({ db, config, clock }: Deps, url: string): Promise<string> {
  return db.transaction(async (tx) => {
    const { from } = await tx.one<{ from: number }>(
      sql`select deleted_through + 1 as from from feed_state for update`,
    )
    await tx.run(sql`delete from feed_endpoints where url like ${`%${EVENTS}`}`)
    const added = await addEndpoint(tx, { url, from }, config.secrets, clock.now())
    if (isRefused(added)) throw new Error(String(added.errors))
    return added.secret
  })
}
