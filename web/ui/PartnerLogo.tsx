/** A partner's logo, or the first letter of its name. The name is always shown next to it. */
export function PartnerLogo({ name, logo }: { name: string; logo: string }) {
  if (logo !== '') return <img className="partner-logo" src={logo} alt="" width={44} height={44} />
  return (
    <span className="partner-logo" aria-hidden="true">
      {[...name][0]}
    </span>
  )
}
