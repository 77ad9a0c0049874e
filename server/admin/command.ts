import type { Deps } from '../deps.ts'

export type AdminDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'log'>

/** A printable value. Names of amounts end in `Cents`, so that a table formats them as money. */
export type Cell = string | number | boolean | Date | null | string[]
export type Row = Record<string, Cell>
export type Section = { name: string; title: string; rows: Row[] }

/** The output of a command: a sentence and tables. */
export type Report = { said?: string; sections?: Section[] }
export type PlainReport = { said: string; sections?: never }

export type Flag = {
  says: string
  /** Name of the flag's value; a flag without it takes none. */
  takes?: string
  isMany?: boolean
}

export type CommandInput = {
  /** The positional arguments, in order. */
  args: string[]
  flag(name: string): string | undefined
  flags(name: string): string[]
  has(name: string): boolean
  /** Who runs the command, as named in audit entries. */
  actor: string
  now: Date
  /** The file argument's content, or the piped input. */
  input: string
}

type Described = {
  name: string
  /**
   * The positional arguments, one word each: `EMAIL ROLE`. The last may be several words if it ends in `…`.
   * `FILE` is a path, relative to the folder where the command was typed.
   */
  takes?: string
  /** The argument is a file, or - for standard input, which is read where the command was typed. */
  takesInput?: true
  says: string
  flags?: Record<string, Flag>
}

/** Only tables can be printed as CSV: a one-time secret would be left out. */
export type Command =
  | (Described & { hasTables: true; run(deps: AdminDeps, request: CommandInput): Promise<Report> })
  | (Described & { hasTables?: never; run(deps: AdminDeps, request: CommandInput): Promise<PlainReport> })
