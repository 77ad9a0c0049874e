import type { ServerErrors } from '#web/form/refusal.ts'
import type { FormHandle } from '#web/form/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import type { EveryFieldName } from './every-field.ts'

const answers: Record<string, ServerErrors> = {
  'Two fields': {
    zip_code: ['This zip code is far away.', 'Please check it.'],
    email: ['We know this email.'],
  },
  'Unknown field': { pin: ['Choose which account to use.', 'There are two.'] },
  Groups: {
    customer_form: { mobile_phone: ['Nobody answers there.'] },
    payment_form: { number: ['Declined.'] },
  },
  Sentence: 'Please <b>call</b> <a href="tel:+18005550100">1-800-555-0100</a>.<br>We are here.',
  'Hostile sentence':
    '<img src=x onerror="window.hacked = true"><a href="javascript:window.hacked = true">click</a><script>window.hacked = true</script>',
}

/** Sample server answers for the form above. */
export function ServerAnswers({ form }: { form: FormHandle<EveryFieldName> }) {
  return (
    <fieldset className="group">
      <legend>The server answers</legend>
      <div className="cluster">
        {Object.entries(answers).map(([name, errors]) => (
          <Button key={name} small look="quiet" onClick={() => form.serverErrors(errors)}>
            {name}
          </Button>
        ))}
        <Button small look="quiet" onClick={() => form.complain('email', 'This email is already taken.')}>
          Complaint on leaving
        </Button>
        <Button
          small
          look="quiet"
          onClick={() => form.fill({ email: 'draft@example.com', mobile_phone: '3125550148' })}
        >
          Restore a draft
        </Button>
      </div>
    </fieldset>
  )
}
