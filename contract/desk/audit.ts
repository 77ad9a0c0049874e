/** An entry as the desk shows it. */
export type AuditRow = {
  id: number
  at: string
  actor: string
  action: string
  /** The action as text. */
  what: string
  /** The account it is about, if any. */
  pin: string | null
  /** `name: value`, without the reason. */
  details: string[]
  reason: string
}

/** As requested, so that the form shows it again. */
export type AuditFilter = { operator: string; action: string; account: string; from: string; to: string }

export type AuditValues = {
  filter: AuditFilter
  rows: AuditRow[]
  /** Why nothing is listed, if the filter is wrong. */
  complaint: string
  older: string | null
  isNewest: boolean
  /** The form's suggestions. */
  actions: string[]
  operators: string[]
}
