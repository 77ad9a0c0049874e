/** A POST, because signing out changes state; a plain form, because it must work without JavaScript. */
export function SignOut() {
  return (
    <form method="post" action="/account/sign-out/" encType="multipart/form-data">
      <button className="account-sign-out" type="submit">
        Sign out
      </button>
    </form>
  )
}
