import { pages } from '#contract/pages.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'

export function SecondFactorTile({ factor }: { factor: { codesLeft: number } | null }) {
  return (
    <section className="tile" aria-labelledby="second-factor">
      <h2 id="second-factor">Two-step verification</h2>
      <p className="hint">
        {factor
          ? `On. Recovery codes left: ${factor.codesLeft}.`
          : 'Off. Protect your account with a code from your phone, in case someone learns your password.'}
      </p>
      <div className="cluster">
        <LinkButton href={pages['second-factor']}>{factor ? 'Manage' : 'Set up'}</LinkButton>
      </div>
    </section>
  )
}
