import type { SignedInTo } from '#contract/features/second-step.ts'

/** Somebody with several accounts has a code for each. */
export function SigningIn({ account: { email, company, pin } }: { account: SignedInTo }) {
  return (
    <p className="second-step-account">
      {`Signing in as ${email} to `}
      <bdi>{company}</bdi>
      {`\u00a0·\u00a0${pin}`}
    </p>
  )
}
