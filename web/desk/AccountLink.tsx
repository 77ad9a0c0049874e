/** An account by its number, with its company beside it. */
export function AccountLink({ pin, company }: { pin: string; company?: string }) {
  return (
    <>
      <a href={`/desk/accounts/${pin}/`}>{pin}</a>
      {company && <span className="hint"> {company}</span>}
    </>
  )
}
