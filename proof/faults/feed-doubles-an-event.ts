import { changeSource } from './change-source.ts'

/** An event that is sent again has another id, as if it had happened again. */
changeSource(
  'server/accounts/feed/events.ts',
  'type: row.type,',
  "...{ id: 'evt_' + Math.random() }, type: row.type,",
)
