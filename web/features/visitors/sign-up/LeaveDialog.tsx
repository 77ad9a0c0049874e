import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import type { useLeaveQuestion } from './use-leave-question.ts'

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
