import { useState } from 'react'
import * as messages from '#contract/billing/messages.ts'
import type { PageProps } from '#contract/page-values.ts'
import type { PageName } from '#contract/pages.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import { useCancellable } from '#web/ui/use-cancellable.ts'

type Refusal = { refused: ServerErrors }

/**
 * The props of the page, and a way to bring them up to date when the server says that they are not. The page is
 * not reloaded, so what was chosen and typed stays.
 */
export function usePresentProps<Name extends PageName>(given: PageProps<Name>) {
  const [props, setProps] = useState(given)
  const requests = useCancellable()

  /** False if they could not be read: then the page shows what it showed before. */
  async function renew(): Promise<boolean> {
    const present = await read(requests.begin())
    if (present?.page !== given.page) return false
    setProps(present as PageProps<Name>)
    return true
  }

  return { props, renew }
}

/** Fetched when it is needed: few visits are refused for what they showed. */
async function read(signal: AbortSignal): Promise<PageProps | undefined> {
  try {
    const { readPresentProps } = await import('./read-present-props.ts')
    return await readPresentProps(signal)
  } catch {
    return undefined
  }
}

/** If the present values could not be read, the same press would be refused again: the person has to reload. */
export function withReload(refusal: Refusal | undefined): Refusal | undefined {
  if (typeof refusal?.refused !== 'string') return refusal
  return { refused: `${refusal.refused} ${messages.reloadToSee}` }
}
