import { useEffect } from 'react'
import type { StepUpWay } from '#contract/accounts/factors.ts'
import type { BodyOf, Call } from '#contract/wire/call.ts'
import { type Outcome, sendBy, sendOnce } from '#web/api.ts'
import type { DialogOutcome } from '#web/ui/SignedOut.tsx'
import { waysIn } from './ways-in.ts'

/** From now on, every call of the page that is refused for lack of step-up or of a session asks for it. */
export function useStepUp(onConfirmed?: () => void): void {
  useEffect(
    () => sendBy((call, body, options) => sendWithStepUp(onConfirmed, call, body, options)),
    [onConfirmed],
  )
}

/**
 * If the server needs the identity first, or the person has been signed out, they are asked, and the same
 * call is repeated: its caller notices nothing. If they cancel, the call ends with the refusal.
 */
async function sendWithStepUp<C extends Call>(
  onConfirmed: (() => void) | undefined,
  call: C,
  body: BodyOf<C>,
  options?: Parameters<typeof sendOnce>[2],
  isAgain = false,
): Promise<Outcome<C>> {
  const outcome = await sendOnce(call, body, options)
  const ways = waysIn(outcome)
  const request = ways ? await ask(ways, isAgain) : 'canceled'
  if (request === 'canceled') return outcome
  if (request === 'confirmed') onConfirmed?.()
  return sendWithStepUp(onConfirmed, call, body, options, request === 'again')
}

/** The dialog is fetched with the first call that needs it. If that fails, the refusal itself says what to do. */
async function ask(ways: StepUpWay[], isAgain: boolean): Promise<DialogOutcome> {
  try {
    const { requestStepUp: askForStepUp } = await import('./step-up/ask-for-step-up.tsx')
    return await askForStepUp(ways, isAgain)
  } catch {
    return 'canceled'
  }
}
