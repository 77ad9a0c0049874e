import { changeSource } from './change-source.ts'

/** A redelivered event has a new id, as if it had happened again. */
changeSource(
  'server/accounts/feed/events.ts',
  'type: row.type,',
  "...{ id: 'evt_' + Math.random() }, type: row.type,",
)
