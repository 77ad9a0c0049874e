import type { Db } from './db/database.ts'
import { sql } from './db/sql.ts'

/** Defaults of the texts that an operator can set for everyone who signs in. */
export const defaultSettings = {
  systemStatus: 'Normal',
  loginMessage: "Sign in to pick up where you left off: your lists, your scripts and today's call-backs.",
}

export type Settings = typeof defaultSettings

export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db.many<{ name: string; value: string }>(sql`select name, value from settings`)
  return { ...defaultSettings, ...Object.fromEntries(rows.map((row) => [row.name, row.value])) }
}
