import { changeSource } from './change-source.ts'

/** The former naming of prepared statements, even behind poolers. */
changeSource('server/platform/db/sql.ts', 'known ?? `s_', "known ?? 'statement_' + names.size ?? `s_")
changeSource('server/platform/db/postgres.ts', 'keepsStatements: false', 'keepsStatements: true')
