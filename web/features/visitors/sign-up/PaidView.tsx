import { SuccessView } from '#web/ui/SuccessView.tsx'
import { addressWhenPaid } from './payment.ts'

const WORDS =
  'Thank you. Your payment went through, and there is nothing more to pay. Your account is being set up. This can take 5-10 minutes. We will email you as soon as you can sign in.'

/** Replaces the wizard after payment: confirms it, and says what happens next. */
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
