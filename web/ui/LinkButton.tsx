import type { ReactNode } from 'react'
import { type ButtonLook, buttonClass } from './Button.tsx'

type LinkButtonProps = { href: string; children: ReactNode; look?: ButtonLook; small?: boolean }

/** A link styled as a button. */
export function LinkButton({ href, children, look = 'primary', small = false }: LinkButtonProps) {
  return (
    <a className={buttonClass(look, small)} href={href}>
      {children}
    </a>
  )
}
