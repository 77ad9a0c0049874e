import { pages } from '#contract/pages.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'

type SecondFactorTileProps = { factor: { codesLeft: number } | null; mayDemand: boolean }

export function SecondFactorTile({ factor, mayDemand }: SecondFactorTileProps) {
  return (
    <section className="tile" aria-labelledby="second-factor">
      <h2 id="second-factor">Two-step verification</h2>
      <p className="hint">
        {factor
          ? `On. Recovery codes left: ${factor.codesLeft}.`
          : 'Off. Protect your account with a code from your phone, in case someone learns your password.'}
      </p>
      {mayDemand && <p className="hint">There you can also require it of everyone in the account.</p>}
      <div className="cluster">
        <LinkButton href={pages['second-factor']}>{factor ? 'Manage' : 'Set up'}</LinkButton>
      </div>
    </section>
  )
}
