/** Posts, because leaving changes something; and by a plain form, because it must never depend on a script. */
export function SignOut() {
  return (
    <form method="post" action="/account/sign-out/" encType="multipart/form-data">
      <button className="account-sign-out" type="submit">
        Sign out
      </button>
    </form>
  )
}
