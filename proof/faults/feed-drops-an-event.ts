import { changeSource } from './change-source.ts'

/** Leaves out one event in fifty, and goes on behind it. */
changeSource(
  'server/features/background/feed/queries.ts',
  'events.filter(({ isWaiting }) => !isWaiting)',
  'events.filter(({ isWaiting, position }) => !isWaiting && position % 50 !== 7)',
)
