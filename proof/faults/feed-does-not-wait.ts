import { changeSource } from './change-source.ts'

/** Sends an account's next event although the previous one was not delivered. */
changeSource('server/features/background/feed/send-lanes.ts', '          break\n', '          continue\n')
