import type { Action } from './actions.ts'

export type HelpPerson = { id: number; name: string; email: string; role: string; hasJoined: boolean }

/** What an action will do, before it is done. */
export type Preview =
  /** A person, a mail or an email has to be chosen first. */
  { kind: 'choose' } | { kind: 'can'; happens: string[] } | { kind: 'cannot'; why: string }

export type HelpValues = {
  number: string
  company: string
  action: Action | null
  /** What can be done for the chosen person or, without one, for the account. Empty once something is chosen. */
  actions: Action[]
  /** Those whom the action can be about. */
  people: HelpPerson[]
  /** The chosen person; for a mail, the one to send it to instead of its recipient. */
  person: HelpPerson | null
  /** The mail to send again, to whom, and who else may get it. */
  mail: { id: number; subject: string; recipient: string; to: string; others: string[] } | null
  preview: Preview
}
