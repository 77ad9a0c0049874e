import type { ReactNode } from 'react'
import { Button, type ButtonLook } from '#web/ui/Button.tsx'
import type { FormHandle } from './use-form.ts'

type SubmitButtonProps<Name extends string> = {
  form: FormHandle<Name>
  children: ReactNode
  look?: ButtonLook
  /** Disabled until every field is valid. */
  whenValid?: boolean
}

export function SubmitButton<Name extends string>({ form, children, ...props }: SubmitButtonProps<Name>) {
  const { look = 'primary', whenValid = false } = props
  const isWaiting = form.needsScript && !form.isHydrated
  return (
    <Button
      type="submit"
      look={look}
      busy={form.isBusy}
      disabled={isWaiting || (whenValid && form.isHydrated && !form.isValid)}
    >
      {children}
    </Button>
  )
}
