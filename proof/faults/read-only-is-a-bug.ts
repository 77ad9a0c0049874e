import { changeSource } from './change-source.ts'

/** Does not recognize a read-only server as such. */
changeSource('server/platform/db/errors.ts', "const READ_ONLY = '25006'", "const READ_ONLY = 'none'")
