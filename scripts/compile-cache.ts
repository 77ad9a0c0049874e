import { join } from 'node:path'

/** Environment of our processes: each start compiles only what has changed since the previous one. */
export const compileCache = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/compiled') }
