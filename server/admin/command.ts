import type { Database, Db } from '#server/platform/db/database.ts'
import type { SecurityEvent } from '#server/platform/log/log-events.ts'
import type { Refused } from '#server/platform/refusal.ts'
import type { Deps } from '../deps.ts'

export type AdminDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments' | 'log'>

/** A value as it may be printed. Money ends in `Cents`, so that a table can write it as money. */
export type Cell = string | number | boolean | Date | null | string[]
export type Row = Record<string, Cell>
export type Section = { name: string; title: string; rows: Row[] }

/** What a command has to say: a sentence, and tables. */
export type Report = { said?: string; sections?: Section[] }

export type Flag = {
  says: string
  /** What stands behind it; without it the flag stands alone. */
  takes?: string
  isMany?: boolean
}

export type Given = {
  /** What stands behind the command, in order. */
  args: string[]
  flag(name: string): string | undefined
  flags(name: string): string[]
  has(name: string): boolean
  /** Who asks, as the audit names them. */
  actor: string
  now: Date
}

export type Command = {
  name: string
  /** What is given behind the name: `NUMBER`. */
  takes?: string
  says: string
  flags?: Record<string, Flag>
  /** What the log says once it is done, where that matters to safety. */
  event?: SecurityEvent
  run(deps: AdminDeps, given: Given): Promise<Report | Refused>
}

/** A database whose transactions are part of one that is open: what a use case does and its audit row are one. */
export function within(db: Database, tx: Db): Database {
  return { ...db, ...tx, transaction: (work) => work(tx) }
}
