import { useState } from 'react'
import { HAND_OVER_UNDO_HOURS } from '#contract/calendar/lifetimes.ts'
import type { Person } from '#contract/features/people.ts'
import { type ServerErrors, sentenceOf } from '#web/form/refusal.ts'
import { useBusy } from '#web/form/use-busy.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type HandOverDialogProps = {
  /** The person who will become the owner. */
  person: Person | undefined
  /** The request is in progress. */
  isBusy: boolean
  onCancel: () => void
  onHandOver: (person: Person) => Promise<ServerErrors | undefined>
}

export function HandOverDialog({ person, isBusy, onCancel, onHandOver }: HandOverDialogProps) {
  const shown = useLast(person)
  return (
    <Dialog
      title={`Make ${shown?.name ?? ''} the owner?`}
      size="question"
      open={person !== undefined}
      busy={isBusy}
      onClose={onCancel}
    >
      <p>
        {`${shown?.name ?? ''} will manage the people, plan and billing of this account. You stay in it as a user, and only ${shown?.name ?? ''} can make you the owner again. We will email both of you. For ${HAND_OVER_UNDO_HOURS} hours it can be undone, if you report that this was not you.`}
      </p>
      {person && <HandOver person={person} isBusy={isBusy} onCancel={onCancel} onHandOver={onHandOver} />}
    </Dialog>
  )
}

/** The last defined value, so that a dialog keeps its text while it closes. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

function HandOver({ person, isBusy, onCancel, onHandOver }: HandOverDialogProps & { person: Person }) {
  const { run } = useBusy()
  const [error, setError] = useState('')

  async function confirm() {
    setError('')
    const wrong = await onHandOver(person)
    if (wrong) setError(sentenceOf(wrong))
  }

  return (
    <div className="form">
      {error && <Banner tone="bad">{error}</Banner>}
      <div className="cluster end">
        <Button look="quiet" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button busy={isBusy} onClick={() => void run(confirm)}>
          Hand over
        </Button>
      </div>
    </div>
  )
}

type RemoveDialogProps = {
  /** The person whose removal needs confirmation. */
  person: Person | undefined
  onCancel: () => void
  onRemove: (person: Person) => void
}

export function RemoveDialog({ person, onCancel, onRemove }: RemoveDialogProps) {
  const shown = useLast(person)
  return (
    <Dialog
      title={`Remove ${shown?.name ?? ''}?`}
      size="question"
      open={person !== undefined}
      onClose={onCancel}
      footer={
        <>
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button onClick={() => person && onRemove(person)}>Remove</Button>
        </>
      }
    >
      <p>
        {`${shown?.email ?? ''} will be signed out right away and can no longer sign in to this account. This frees up a seat. What you pay does not change.`}
      </p>
    </Dialog>
  )
}
