import type { DemoProviderValues, KnownAccount, ReceivedEvent } from '#contract/features/demo-provider.ts'
import { eventTypes, type FeedEvent } from '#contract/features/feed.ts'
import { isSignedBy, type SignedHeaders } from '#server/platform/webhook-signature.ts'

const EVENTS_SHOWN = 50
const ACCOUNTS_SHOWN = 25

/**
 * A system of the provider, which remembers only what the events tell. Like any receiver it takes an event twice, and
 * an old one late, without harm: the sequence number of the account says what is new.
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
