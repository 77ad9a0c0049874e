import type { Deps } from '#server/deps.ts'
import { audited, type By } from '#server/platform/audited.ts'
import type { Database } from '#server/platform/db/database.ts'
import { addEndpoint, removeEndpoint, replayEndpoint, resumeEndpoint, rotateEndpoint } from './endpoints.ts'
import { addFeedKey, removeFeedKey } from './keys.ts'
import { restartFeed } from './restart-feed.ts'

type Endpoint = { id: number }

/** Operators' changes of the feed, each with its audit entry. */
export const operateFeed = {
  addEndpoint: (db: Database, by: By, given: { url: string; from?: number }, secrets: readonly string[]) =>
    audited(
      db,
      by,
      'feed-endpoint-added',
      (tx) => addEndpoint(tx, given, secrets, by.now),
      ({ id, url }) => ({ id, url }),
    ),

  rotateEndpoint: (
    db: Database,
    by: By,
    given: Endpoint & { formerLastsHours: number },
    secrets: readonly string[],
  ) =>
    audited(
      db,
      by,
      'feed-endpoint-rotated',
      (tx) => rotateEndpoint(tx, given, secrets, by.now),
      ({ formerEndsAt }) => ({ id: given.id, formerEndsAt: formerEndsAt.toISOString() }),
    ),

  removeEndpoint: (db: Database, by: By, { id }: Endpoint) =>
    audited(
      db,
      by,
      'feed-endpoint-removed',
      (tx) => removeEndpoint(tx, { id }),
      () => ({ id }),
    ),

  resumeEndpoint: (db: Database, by: By, { id }: Endpoint) =>
    audited(
      db,
      by,
      'feed-endpoint-resumed',
      (tx) => resumeEndpoint(tx, { id }, by.now),
      () => ({ id }),
    ),

  replay: (db: Database, by: By, { id, from }: Endpoint & { from: number }) =>
    audited(
      db,
      by,
      'feed-replayed',
      (tx) => replayEndpoint(tx, { id, from }, by.now),
      ({ events }) => ({ id, from, events }),
    ),

  restart: (deps: Pick<Deps, 'db' | 'jobs'>, by: By) =>
    audited(
      deps.db,
      by,
      'feed-restarted',
      (tx) => restartFeed(tx, deps),
      () => ({}),
    ),

  addKey: (db: Database, by: By, name: string) =>
    audited(
      db,
      by,
      'feed-key-added',
      (tx) => addFeedKey(tx, name, by.now),
      () => ({ name }),
    ),

  removeKey: (db: Database, by: By, id: number) =>
    audited(
      db,
      by,
      'feed-key-removed',
      (tx) => removeFeedKey(tx, id),
      ({ name }) => ({ name }),
    ),
}
