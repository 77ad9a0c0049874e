import type { ReactNode } from 'react'
import { Button, type ButtonLook } from '#web/ui/Button.tsx'

/** A button that posts to a URL of the sample partner, with or without JavaScript. */
export function ActionForm({ action, look = 'primary', children }: ActionFormProps) {
  return (
    <form method="post" action={action} encType="multipart/form-data">
      <Button type="submit" small look={look}>
        {children}
      </Button>
    </form>
  )
}

type ActionFormProps = { action: string; look?: ButtonLook; children: ReactNode }
