import { type Cursor, keysetOver } from '#server/platform/db/keyset.ts'

/** The tables that the log is read from, in the order of lines of the same moment. */
export type Source = 'audit' | 'sign-in' | 'failure'
export type LogCursor = Cursor<Source>

export const logKeyset = keysetOver<Source>(['audit', 'sign-in', 'failure'])
