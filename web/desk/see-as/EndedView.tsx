import { useEffect, useRef } from 'react'
import { OPERATOR_VIEW_MINUTES } from '#contract/calendar/lifetimes.ts'

/** Why the page shows no view any more. */
export type Ending = 'by you' | 'time' | 'replaced' | 'gone'

const sentences: Record<Ending, string> = {
  'by you': 'You ended the view.',
  time: `The view has ended: its ${OPERATOR_VIEW_MINUTES} minutes are over.`,
  replaced: 'The view has ended: you began another one, perhaps in another tab.',
  gone: 'The view has ended: your session is over, your role was changed, or the person can no longer sign in to the account.',
}

/** Takes the focus, because the frame that had it is gone. */
export function EndedView({ how }: { how: Ending }) {
  const sentence = useRef<HTMLParagraphElement>(null)
  useEffect(() => sentence.current?.focus(), [])
  return (
    <p ref={sentence} className="banner info" role="status" tabIndex={-1}>
      {sentences[how]}
    </p>
  )
}
