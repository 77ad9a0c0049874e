import type { SignedInTo } from '#contract/features/second-step.ts'

export function SecondStepPanel() {
  return (
    <>
      <h2>One more step.</h2>
      <p>
        Your account is protected by more than your password. We will never call you to ask for your password
        or a code.
      </p>
    </>
  )
}

/** Someone with several accounts has a code for each. */
export function SigningIn({ account: { email, company, pin } }: { account: SignedInTo }) {
  return (
    <p className="second-step-account">
      {`Signing in as ${email} to `}
      <bdi>{company}</bdi>
      {`\u00a0·\u00a0${pin}`}
    </p>
  )
}
