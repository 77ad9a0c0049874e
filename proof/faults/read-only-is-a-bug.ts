import { changeSource } from './change-source.ts'

/** A server that takes no writes is not recognized as such. */
changeSource('server/platform/db/errors.ts', "const READ_ONLY = '25006'", "const READ_ONLY = 'none'")
