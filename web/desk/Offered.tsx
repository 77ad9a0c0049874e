import type { ShownOperator } from '#contract/desk/desk-page-values.ts'
import { type DeskPermission, mayAtDesk } from '#contract/desk/desk-roles.ts'
import { Unavailable } from '#web/ui/Unavailable.tsx'

type OfferedProps = {
  href: string
  /** Why it cannot be done now. */
  why: string | null
  label?: string
  children: string
}

/** A link to something that can be done, or why it cannot be done now. */
export function Offered({ href, why, label, children }: OfferedProps) {
  if (why !== null)
    return (
      <Unavailable why={why} isLink {...(label ? { label } : {})}>
        {children}
      </Unavailable>
    )
  return (
    <a href={href} aria-label={label}>
      {children}
    </a>
  )
}

/** Whether the page offers something. The server decides again when it is asked. */
export function may(operator: ShownOperator | null, permission: DeskPermission): boolean {
  return operator !== null && mayAtDesk(operator.role, permission)
}
