import { useContext } from 'react'
import * as messages from '#contract/billing/messages.ts'
import type { PageProps } from '#contract/page-values.ts'
import type { PageName } from '#contract/pages.ts'
import { ShowProps } from '#web/CurrentPage.tsx'
import type { ServerErrors } from '#web/form/refusal.ts'
import { useCancellable } from '#web/ui/use-cancellable.ts'

type Refusal = { refused: ServerErrors }

/**
 * Refreshes the page's props, for example when the server says that they are outdated. False if they could
 * not be read: the page stays as it was.
 */
export function useRenew(page: PageName): () => Promise<boolean> {
  const showProps = useContext(ShowProps)
  const requests = useCancellable()

  return async () => {
    const present = await read(requests.begin())
    if (present?.page !== page) return false
    showProps(present)
    return true
  }
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
