import { operateFeed } from '#server/accounts/feed/operate-feed.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Command } from '../command.ts'

export const restartFeedCommand: Command = {
  name: 'feed restart',
  says: 'After the database was set back to an earlier moment: tells every account again, with numbers that nobody has.',
  flags: { 'was-restored': { says: 'confirms that the database was restored' } },
  async run(deps, request) {
    if (!request.has('was-restored'))
      throw refuse('invalid-fields', {
        errors:
          'Every account is told again, and all who read the feed start over. If the database was restored, add --was-restored.',
      })
    await operateFeed.restart(deps, request)
    return { said: 'The feed starts over. All accounts are told again, 500 at a time.' }
  },
}
