import type { Person } from '#contract/features/people.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useLast } from './use-last.ts'

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
