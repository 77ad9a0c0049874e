import { join } from 'node:path'

/** Environment of processes of ours: each start compiles only what has changed since the one before. */
export const compileCache = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/compiled') }
