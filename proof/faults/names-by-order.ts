import { changeSource } from './change-source.ts'

/** The former naming of prepared statements, used behind poolers as well. */
changeSource('server/platform/db/sql.ts', 'known ?? `s_', "known ?? 'statement_' + names.size ?? `s_")
changeSource('server/platform/db/postgres.ts', 'keepsStatements: false', 'keepsStatements: true')
