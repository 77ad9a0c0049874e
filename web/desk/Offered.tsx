import type { ShownOperator } from '#contract/desk/desk-page-values.ts'
import { type DeskPermission, leastRoleFor, mayAtDesk } from '#contract/desk/desk-roles.ts'
import { type ButtonLook, buttonClass } from '#web/ui/Button.tsx'
import { Unavailable } from '#web/ui/Unavailable.tsx'

type OfferedProps = {
  href: string
  /** Why it is unavailable now. */
  why: string | null
  label?: string
  /** Styled as a button; by default as a link. */
  look?: ButtonLook
  children: string
}

/** A link to an action, or why it is unavailable now. */
export function Offered({ href, why, label, look, children }: OfferedProps) {
  if (why !== null)
    return (
      <Unavailable why={why} isLink={look === undefined} {...(label ? { label } : {})}>
        {children}
      </Unavailable>
    )
  return (
    <a className={look && buttonClass(look, true)} href={href} aria-label={label}>
      {children}
    </a>
  )
}

/** Whether the page offers something. The server checks again on each request. */
export function may(operator: ShownOperator | null, permission: DeskPermission): boolean {
  return operator !== null && mayAtDesk(operator.role, permission)
}

type NeedsRoleProps = { operator: ShownOperator | null; permission: DeskPermission }

/** Says once why a page or a part of it offers no changes. */
export function NeedsRole({ operator, permission }: NeedsRoleProps) {
  if (may(operator, permission)) return null
  return (
    <p className="hint">{`You can read this. To change it, you need the role ${leastRoleFor(permission)}.`}</p>
  )
}
