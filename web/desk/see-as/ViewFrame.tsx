import { useEffect, useRef } from 'react'
import { roles } from '#contract/accounts/role-labels.ts'
import { endView, type View } from '#contract/desk/see-as/calls.ts'
import { pages } from '#contract/pages.ts'
import { useCall } from '#web/form/use-call.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Ending } from './EndedView.tsx'
import { TimeLeft } from './TimeLeft.tsx'
import { useFramedView } from './use-framed-view.ts'

type ViewFrameProps = {
  view: View
  /** It began on this page just now, so the focus goes to it. */
  isNew: boolean
  onEnded: (how: Ending) => void
}

/** The pages in a frame, below a banner that says whose they are and how long they can be seen. */
export function ViewFrame({ view, isNew, onEnded }: ViewFrameProps) {
  const person = view.person === '' ? view.email : view.person
  const { frame, check } = useFramedView(view, onEnded)
  const { isBusy, error, start } = useCall()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])

  return (
    <div className="see-as">
      <section className="see-as-banner" aria-labelledby="see-as-whose">
        <div className="see-as-whose">
          <h2 id="see-as-whose" ref={heading} tabIndex={-1}>
            You are looking at the pages of {person}
          </h2>
          <p>
            {roles[view.role].label} of account {view.account_number}. Read-only: nothing can be changed here.
          </p>
          <p>Reason: {view.reason}</p>
        </div>
        <div className="see-as-end">
          <TimeLeft seconds={view.seconds_left} onOver={() => onEnded('time')} />
          <Button
            look="quiet"
            busy={isBusy}
            onClick={() => start(endView, { view_id: view.id }, () => onEnded('by you'))}
          >
            End the view
          </Button>
          {error && <p role="alert">{error}</p>}
        </div>
      </section>
      <iframe
        ref={frame}
        className="see-as-frame"
        title={`Account pages of ${person}, read-only`}
        src={pages.account}
        onLoad={check}
      />
    </div>
  )
}
