import { changeSource } from './change-source.ts'

/** Sends the next event of an account although the former one was not taken. */
changeSource('server/features/background/feed/send-lanes.ts', '          break\n', '          continue\n')
