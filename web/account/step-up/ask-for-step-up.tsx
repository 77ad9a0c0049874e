import { useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { StepUpWay } from '#contract/accounts/step-up.ts'
import { StepUpDialog } from './StepUpDialog.tsx'
import { formsOf } from './way-forms.ts'

let asked: Promise<boolean> | undefined

/** True once the person has confirmed, false if they canceled. Calls that are refused meanwhile wait for the same answer. */
export function askForStepUp(ways: StepUpWay[]): Promise<boolean> {
  if (formsOf(ways).length === 0) return Promise.resolve(false)
  asked ??= ask(ways).finally(() => {
    asked = undefined
  })
  return asked
}

/**
 * Beside the page, not within it: whatever was typed there stays as it is. An empty place is hydrated, because the pages
 * have `hydrateRoot` anyway, and `createRoot` would be one more part of React in every script.
 */
function ask(ways: StepUpWay[]): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const place = document.body.appendChild(document.createElement('div'))
  const root = hydrateRoot(place, <Asked ways={ways} onEnd={resolve} />)
  return promise.finally(() => {
    root.unmount()
    place.remove()
  })
}

function Asked(props: Parameters<typeof StepUpDialog>[0]) {
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(true), [])
  return isShown && <StepUpDialog {...props} />
}
