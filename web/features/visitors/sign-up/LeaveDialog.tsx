import { type MouseEvent, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

export function LeaveDialog({ question }: { question: ReturnType<typeof useLeaveQuestion> }) {
  return (
    <Dialog
      title="Warning"
      open={question.isAsking}
      onClose={question.stay}
      size="question"
      footer={
        <>
          <Button look="quiet" onClick={question.stay}>
            Cancel
          </Button>
          <Button onClick={question.leave}>Proceed</Button>
        </>
      }
    >
      <p>You are about to leave this sign-up.</p>
      <p className="hint">
        We save what you entered, except passwords and card details, so you can continue later.
      </p>
    </Dialog>
  )
}

/** Asks before following a link out of the wizard, if typed values would be lost. */
export function useLeaveQuestion(isTyped: boolean) {
  const [address, setAddress] = useState('')
  return {
    isAsking: address !== '',
    ask(event: MouseEvent<HTMLAnchorElement>) {
      if (!isTyped || opensElsewhere(event)) return
      event.preventDefault()
      setAddress(event.currentTarget.href)
    },
    stay: () => setAddress(''),
    leave() {
      setAddress('')
      location.assign(address)
    },
  }
}

/** A new tab or window does not leave this page. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}
