import { useEffect, useState } from 'react'
import type { BodyOf, Call } from '#contract/wire/call.ts'
import { type Outcome, sendBy, sendOnce } from '#web/api.ts'
import { useLeaving } from '#web/form/use-leaving.ts'
import { askBesidePage } from '#web/ui/ask-beside-page.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { SignedOut, signedOut } from '#web/ui/SignedOut.tsx'

const SIGNED_OUT = 401

/** From now on, every change that is refused because the operator has been signed out asks them to sign in again. */
export function useSignInAgain(): void {
  useEffect(() => sendBy(sendSignedIn), [])
}

/** The very same call is made again. If the operator cancels, it ends with the refusal. */
async function sendSignedIn<C extends Call>(
  call: C,
  body: BodyOf<C>,
  options?: Parameters<typeof sendOnce>[2],
): Promise<Outcome<C>> {
  const outcome = await sendOnce(call, body, options)
  const isSignedOut = outcome.kind === 'refused' && outcome.status === SIGNED_OUT
  if (!isSignedOut || call.method === 'GET' || !(await ask())) return outcome
  return sendSignedIn(call, body, options)
}

let asked: Promise<boolean> | undefined

/** Calls that are refused meanwhile wait for the same answer. */
function ask(): Promise<boolean> {
  asked ??= askBesidePage((onEnd) => <SignedOutDialog onEnd={onEnd} />).finally(() => {
    asked = undefined
  })
  return asked
}

function SignedOutDialog({ onEnd }: { onEnd: (again: boolean) => void }) {
  const [again, setAgain] = useState<boolean>()
  useLeaving(() => onEnd(false))
  // Not before the dialog has closed, which gives the focus back to where it was.
  useEffect(() => {
    if (again !== undefined) onEnd(again)
  }, [again, onEnd])
  return (
    <Dialog {...signedOut} size="question" open={again === undefined} onClose={() => setAgain(false)}>
      <SignedOut onCancel={() => setAgain(false)} onAgain={() => setAgain(true)} />
    </Dialog>
  )
}
