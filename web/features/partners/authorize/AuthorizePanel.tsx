import type { AuthorizeValues } from '#contract/features/authorize.ts'
import { SystemStatus } from '#web/ui/SystemStatus.tsx'

export function AuthorizePanel({ values }: { values: AuthorizeValues }) {
  const name = values.partner?.name ?? 'The partner'
  return (
    <>
      <SystemStatus status={values.systemStatus} />
      <h2>You decide who gets access.</h2>
      <p>{`${name} gets access to one account, for what is listed here and nothing else.`}</p>
      <ol className="way">
        <li>Sign in. If you have several accounts, choose one.</li>
        <li>{`We take you back to ${values.partner?.name ?? 'the partner'} and send you an email to confirm it.`}</li>
        <li>You can disconnect it at any time, in your account under Connected apps.</li>
      </ol>
    </>
  )
}
