import { SuccessView } from '#web/ui/SuccessView.tsx'
import { addressWhenPaid } from './use-payment.ts'

const WORDS =
  'Thank you, your payment went through: there is nothing more to pay. Your account is being set up. This can take 5-10 minutes. We will e-mail you as soon as you can log in.'

/** In the place of the wizard: who has paid is told so, and how it goes on. */
export function PaidView() {
  return (
    <SuccessView
      title="You have paid"
      text={WORDS}
      isNews
      next={{ href: addressWhenPaid(), label: 'Go to Login' }}
    />
  )
}
