import { useEffect, useState } from 'react'
import type { BodyOf, Call } from '#contract/wire/call.ts'
import { type Outcome, sendBy, sendOnce } from '#web/api.ts'
import { useLeaving } from '#web/form/use-leaving.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { type Asked, askBesidePage, SignedOut, signedOut } from '#web/ui/SignedOut.tsx'

const SIGNED_OUT = 401

/** From now on, every change that is refused because the operator has been signed out asks them to sign in again. */
export function useSignInAgain(): void {
  useEffect(() => sendBy((call, body, options) => sendSignedIn(call, body, options)), [])
}

/** The very same call is made again. If the operator cancels, it ends with the refusal. */
async function sendSignedIn<C extends Call>(
  call: C,
  body: BodyOf<C>,
  options: Parameters<typeof sendOnce>[2],
  isStill = false,
): Promise<Outcome<C>> {
  const outcome = await sendOnce(call, body, options)
  const isSignedOut = outcome.kind === 'refused' && outcome.status === SIGNED_OUT
  if (!isSignedOut || call.method === 'GET' || (await ask(isStill)) === 'canceled') return outcome
  return sendSignedIn(call, body, options, true)
}

let asked: Promise<Asked> | undefined

/** Calls that are refused meanwhile wait for the same answer. */
function ask(isStill: boolean): Promise<Asked> {
  asked ??= askBesidePage((onEnd) => <SignedOutDialog isStill={isStill} onEnd={onEnd} />).finally(() => {
    asked = undefined
  })
  return asked
}

function SignedOutDialog({ isStill, onEnd }: { isStill: boolean; onEnd: (how: Asked) => void }) {
  const [ended, setEnded] = useState<Asked>()
  useLeaving(() => onEnd('canceled'))
  // Not before the dialog has closed, which gives the focus back to where it was.
  useEffect(() => {
    if (ended) onEnd(ended)
  }, [ended, onEnd])
  return (
    <Dialog {...signedOut(isStill)} size="question" open={!ended} onClose={() => setEnded('canceled')}>
      <SignedOut onEnd={setEnded} />
    </Dialog>
  )
}
