import { useState } from 'react'
import type { ApprovalState } from '#contract/billing/approval-states.ts'
import { agreeToApproval, declineApproval, withdrawApproval } from '#contract/desk/approvals/calls.ts'
import { decisionWords } from '#contract/desk/approvals/fields.ts'
import { send } from '#web/api.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextAreaField } from '#web/form/TextAreaField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/Button.tsx'

type DecisionFormProps = {
  id: number
  may: 'decide' | 'withdraw'
  canAgree: boolean
  onDecided: (state: ApprovalState) => void
}

const calls = { agree: agreeToApproval, decline: declineApproval, withdraw: withdrawApproval }

/** Whoever does not see the answer presses again: the same decision has the same outcome. */
export function DecisionForm({ id, may, canAgree, onDecided }: DecisionFormProps) {
  const [fields] = useState(() => ({ words: configOf(decisionWords) }))
  const form = useForm({ fields, needsScript: true })

  async function decide(how: keyof typeof calls, words: string): Promise<void> {
    const outcome = await send(calls[how], { approval_id: id, words })
    if (outcome.kind === 'answered') onDecided(outcome.answer.data.state)
    else if (outcome.kind === 'failed') form.serverErrors(outcome.message)
    else if (outcome.kind === 'refused') {
      const { changed } = outcome.said
      const more = Array.isArray(changed) ? ` ${changed.join(' ')}` : ''
      form.serverErrors(typeof outcome.errors === 'string' ? `${outcome.errors}${more}` : outcome.errors)
    }
  }

  function decline() {
    const values = form.submitted()
    if (values) void form.run(() => decide('decline', values.words))
  }

  const first = may === 'withdraw' ? 'withdraw' : 'agree'
  return (
    <Form form={form} onSubmit={({ words }) => decide(first, words)} generalErrors="below">
      <TextAreaField
        field={form.field('words')}
        rows={3}
        hint="For your colleagues. The customer does not see it."
      />
      <div className="desk-toolbar">
        {may === 'withdraw' && <SubmitButton form={form}>Withdraw the request</SubmitButton>}
        {may === 'decide' && canAgree && <SubmitButton form={form}>Agree and do it</SubmitButton>}
        {may === 'decide' && (
          <Button look="ghost" busy={form.isBusy} disabled={!form.isHydrated} onClick={decline}>
            Decline
          </Button>
        )}
      </div>
    </Form>
  )
}
