import type { Quantities } from '#contract/catalogue/plan.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { PLAN_FORM_ID } from './PlanForm.tsx'
import { signUpUrl } from './plan.ts'

const WORDS = 'Sign up with this plan'
const REASON_ID = 'why-not-yet'

type SignUpButtonProps = { quantities: Quantities; isPossible: boolean }

/** A link once hydrated; before that, or without JavaScript, the form's submit button. */
export function SignUpButton({ quantities, isPossible }: SignUpButtonProps) {
  const isHydrated = useHydrated()
  if (!isHydrated) {
    return (
      <button className="btn ghost" type="submit" form={PLAN_FORM_ID}>
        {WORDS}
      </button>
    )
  }
  if (isPossible) {
    return (
      <LinkButton href={signUpUrl(quantities)} look="ghost">
        {WORDS}
      </LinkButton>
    )
  }
  return (
    <>
      <button className="btn ghost" type="button" aria-disabled="true" aria-describedby={REASON_ID}>
        {WORDS}
      </button>
      <p className="hint" id={REASON_ID}>
        Agent access comes with every plan. Choose a dialer, a feature or a data service to go with it.
      </p>
    </>
  )
}
