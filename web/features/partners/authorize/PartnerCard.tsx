import type { AuthorizeValues } from '#contract/features/authorize.ts'
import { PartnerLogo } from '#web/ui/PartnerLogo.tsx'

export function PartnerCard({ partner }: { partner: NonNullable<AuthorizeValues['partner']> }) {
  const { name, logo, allows } = partner
  return (
    <section className="tile authorize-partner" aria-labelledby="partner">
      <div className="face">
        <PartnerLogo name={name} logo={logo} />
        <h2 id="partner">{`${name} wants to connect to your account`}</h2>
      </div>
      {allows.length > 0 && (
        <>
          <p>{`When you sign in, ${name} will be able to:`}</p>
          <ul className="allows">
            {allows.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p className="hint">It never sees your password.</p>
        </>
      )}
    </section>
  )
}
