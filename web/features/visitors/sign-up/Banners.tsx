import { type ServerErrors, sentencesOf } from '#web/form/refusal.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SafeMarkup } from '#web/ui/SafeMarkup.tsx'

/** PAY NOW was refused while another step was being filled in. */
export function RefusedBanner(props: { errors: ServerErrors; step: number; onOpen: () => void }) {
  const { errors, step, onOpen } = props
  return (
    <div className="sign-up-refused">
      <Banner tone="bad">
        <p>
          <SafeMarkup text={`Your payment needs your attention. ${sentencesOf(errors).join(' ')}`} />
        </p>
        <Button small look="quiet" onClick={onOpen}>{`Go to step ${step}`}</Button>
      </Banner>
    </div>
  )
}

export function ForgottenBanner() {
  return (
    <Banner tone="info">
      For your safety, we cleared your passwords, security answers and card when you left this page. Please
      enter them again. Nothing else was lost.
    </Banner>
  )
}

/** Next or PAY NOW was pressed, and the form was changed before the answer came. */
export function ChangedBanner() {
  return (
    <Banner tone="info">You changed your details in the meantime. Press Next to continue with them.</Banner>
  )
}
