import { changeSource } from './change-source.ts'

/** Skips one event in fifty and continues. */
changeSource(
  'server/features/background/feed/queries.ts',
  'events.filter(({ isWaiting }) => !isWaiting)',
  'events.filter(({ isWaiting, position }) => !isWaiting && position % 50 !== 7)',
)
