import { useState } from 'react'
import * as messages from '#contract/billing/messages.ts'
import type { PageProps } from '#contract/page-values.ts'
import type { PageName } from '#contract/pages.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import { useCancellable } from '#web/ui/use-cancellable.ts'

type Refusal = { refused: ServerErrors }

/**
 * The page's props, and a way to refresh them when the server says that they are outdated. Without a reload,
 * so input stays.
 */
export function useCurrentProps<Name extends PageName>(initial: PageProps<Name>) {
  const [props, setProps] = useState(initial)
  const requests = useCancellable()

  /** False if they could not be read: the page stays as it was. */
  async function renew(): Promise<boolean> {
    const present = await read(requests.begin())
    if (present?.page !== initial.page) return false
    setProps(present as PageProps<Name>)
    return true
  }

  return { props, renew }
}

/** Fetched on demand: few visits are refused as outdated. */
async function read(signal: AbortSignal): Promise<PageProps | undefined> {
  try {
    const { readCurrentProps: readPresentProps } = await import('./read-current-props.ts')
    return await readPresentProps(signal)
  } catch {
    return undefined
  }
}

/** If the current values could not be read, pressing again would be refused again: the person has to reload. */
export function withReload(refusal: Refusal | undefined): Refusal | undefined {
  if (typeof refusal?.refused !== 'string') return refusal
  return { refused: `${refusal.refused} ${messages.reloadToSee}` }
}
