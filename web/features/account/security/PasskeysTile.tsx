import { pages } from '#contract/pages.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'

export function PasskeysTile({ passkeys }: { passkeys: number }) {
  return (
    <section className="tile" aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p className="hint">
        {passkeys === 0
          ? 'None yet. Sign in with your fingerprint, face or screen lock instead of a password.'
          : `You have ${passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`}.`}
      </p>
      <div className="cluster">
        <LinkButton href={pages.passkeys}>{passkeys === 0 ? 'Add a passkey' : 'Manage passkeys'}</LinkButton>
      </div>
    </section>
  )
}
