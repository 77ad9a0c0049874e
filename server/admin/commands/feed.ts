import { OLD_SECRET_HOURS_AT_MOST } from '#contract/calendar/lifetimes.ts'
import { listAccountEvents } from '#server/accounts/feed/list-account-events.ts'
import { listEndpoints, listFeedKeys } from '#server/accounts/feed/list-endpoints.ts'
import { operateFeed } from '#server/accounts/feed/operate-feed.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { Command, Row } from '../command.ts'
import { theAccount } from '../find-account.ts'

const EVENTS_SHOWN = 100

export const listEndpointsCommand: Command = {
  name: 'feed endpoint list',
  hasTables: true,
  says: 'Lists the endpoints that events are sent to, and how far each is behind.',
  async run({ db }) {
    const rows: Row[] = await listEndpoints(db)
    return { sections: [{ name: 'endpoints', title: 'Endpoints of the feed', rows }] }
  },
}

export const addEndpointCommand: Command = {
  name: 'feed endpoint add',
  takes: 'URL',
  says: 'Sends events to a URL and shows the secret that signs them once.',
  flags: { from: { takes: 'POSITION', says: 'the first event to send; only new ones by default' } },
  async run({ db, config }, given) {
    const from = given.has('from') ? positionIn(given.flag('from')) : undefined
    if (isRefused(from)) return from
    const url = given.args[0] ?? ''
    const endpoint = { url, ...(from === undefined ? {} : { from }) }
    const added = await operateFeed.addEndpoint(db, given, endpoint, config.secrets)
    if (isRefused(added)) return added
    return { said: `The endpoint ${added.id} is added. ${describeSecret(added.secret)}` }
  },
}

export const rotateEndpointCommand: Command = {
  name: 'feed endpoint rotate',
  takes: 'ID',
  says: 'Gives an endpoint a new secret and shows it once. Both sign for a while.',
  flags: {
    'old-lasts': {
      takes: 'HOURS',
      says: 'how long the old one signs, too; 24 by default, 0 if one leaked: none of them signs then',
    },
  },
  async run({ db, config }, given) {
    const id = endpointIn(given.args[0])
    if (isRefused(id)) return id
    const hours = given.flag('old-lasts') ?? '24'
    if (!/^\d{1,4}$/.test(hours) || Number(hours) > OLD_SECRET_HOURS_AT_MOST)
      return refuse('invalid-fields', {
        errors: `--old-lasts must be a whole number of hours from 0 to ${OLD_SECRET_HOURS_AT_MOST}.`,
      })
    const kept = { id, formerLastsHours: Number(hours) }
    const rotated = await operateFeed.rotateEndpoint(db, given, kept, config.secrets)
    if (isRefused(rotated)) return rotated
    return {
      said: `${describeSecret(rotated.secret)} The old one signs, too, until ${rotated.formerEndsAt.toISOString()}.`,
    }
  },
}

export const removeEndpointCommand: Command = {
  name: 'feed endpoint remove',
  takes: 'ID',
  says: 'Sends no more events to an endpoint, and forgets it.',
  async run({ db }, given) {
    const id = endpointIn(given.args[0])
    if (isRefused(id)) return id
    const removed = await operateFeed.removeEndpoint(db, given, { id })
    return isRefused(removed) ? removed : { said: `The endpoint ${id} is removed.` }
  },
}

export const resumeEndpointCommand: Command = {
  name: 'feed endpoint resume',
  takes: 'ID',
  says: 'Tries a failing or disabled endpoint again at once. It goes on from where it stopped.',
  async run({ db }, given) {
    const id = endpointIn(given.args[0])
    if (isRefused(id)) return id
    const resumed = await operateFeed.resumeEndpoint(db, given, { id })
    return isRefused(resumed) ? resumed : { said: `The endpoint ${id} is tried again now.` }
  },
}

export const replayFeedCommand: Command = {
  name: 'feed replay',
  takes: 'ID',
  says: 'Sends all events from a position on to an endpoint again, with the same ids.',
  flags: { from: { takes: 'POSITION', says: 'the position of the first event' } },
  async run({ db }, given) {
    const id = endpointIn(given.args[0])
    if (isRefused(id)) return id
    const from = positionIn(given.flag('from'))
    if (isRefused(from)) return from
    const replayed = await operateFeed.replay(db, given, { id, from })
    return isRefused(replayed)
      ? replayed
      : { said: `${replayed.events} events are sent to the endpoint ${id} again.` }
  },
}

export const restartFeedCommand: Command = {
  name: 'feed restart',
  says: 'After the database was set back to an earlier moment: tells every account anew, with numbers that nobody has.',
  flags: { 'was-restored': { says: 'confirms that the database was restored' } },
  async run(deps, given) {
    if (!given.has('was-restored'))
      return refuse('invalid-fields', {
        errors:
          'Every account is told anew, and all who read the feed begin again. If the database was restored, add --was-restored.',
      })
    await operateFeed.restart(deps, given)
    return { said: 'The feed begins anew. All accounts are told again, 500 at a time.' }
  },
}

export const listFeedKeysCommand: Command = {
  name: 'feed key list',
  hasTables: true,
  says: 'Lists the keys that read the feed.',
  async run({ db }) {
    const rows: Row[] = await listFeedKeys(db)
    return { sections: [{ name: 'keys', title: 'Keys of the feed', rows }] }
  },
}

export const addFeedKeyCommand: Command = {
  name: 'feed key add',
  takes: 'NAME …',
  says: 'Makes a key that reads events and entitlements, and shows it once.',
  async run({ db }, given) {
    const name = given.args.join(' ')
    const added = await operateFeed.addKey(db, given, name)
    return isRefused(added)
      ? added
      : { said: `The key ${name} is added. It is shown only this once: ${added.key}` }
  },
}

export const removeFeedKeyCommand: Command = {
  name: 'feed key remove',
  takes: 'NAME …',
  says: 'Removes a key. It opens nothing from now on.',
  async run({ db }, given) {
    const name = given.args.join(' ')
    const removed = await operateFeed.removeKey(db, given, name)
    return isRefused(removed) ? removed : { said: `The key ${name} is removed.` }
  },
}

export const showFeedCommand: Command = {
  name: 'feed show',
  hasTables: true,
  takes: 'NUMBER|EMAIL|COMPANY …',
  says: `Shows the last ${EVENTS_SHOWN} events of an account.`,
  async run({ db }, { args }) {
    const account = await theAccount(db, args.join(' '))
    if (isRefused(account)) return account
    const rows: Row[] = await listAccountEvents(db, account.id, EVENTS_SHOWN)
    const title = `Events of ${account.pin} (${account.company})`
    return { sections: [{ name: 'events', title, rows }] }
  },
}

function endpointIn(text: string | undefined): number | Refused {
  return /^\d{1,9}$/.test(text ?? '')
    ? Number(text)
    : refuse('invalid-fields', {
        errors: 'Which endpoint? Enter its number. To list them, run "feed endpoint list".',
      })
}

function positionIn(text: string | undefined): number | Refused {
  return /^[1-9]\d{0,14}$/.test(text ?? '')
    ? Number(text)
    : refuse('invalid-fields', { errors: '--from must be a position: a whole number from 1 on.' })
}

/** Printed only once: it is stored encrypted and never shown again. */
function describeSecret(secret: string): string {
  return `Its secret, which is shown only this once: ${secret}`
}
