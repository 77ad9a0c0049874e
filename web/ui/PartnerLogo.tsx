/** A partner's picture; without one, the first letter of its name. Its name always stands beside it. */
export function PartnerLogo({ name, logo }: { name: string; logo: string }) {
  if (logo !== '') return <img className="partner-logo" src={logo} alt="" width={44} height={44} />
  return (
    <span className="partner-logo" aria-hidden="true">
      {[...name][0]}
    </span>
  )
}
