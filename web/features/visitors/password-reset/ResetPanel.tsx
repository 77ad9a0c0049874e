/** What stands beside both reset pages: how it goes on. */
export function ResetPanel() {
  return (
    <>
      <h2>Back to your calls in a minute.</h2>
      <p>Nothing in your account changes while you do this: your lists, scripts and call-backs wait.</p>
      <ol className="way">
        <li>Tell us the email of your account.</li>
        <li>Open the link that we send to it. It works once, for 60 minutes.</li>
        <li>Choose a new password. Everyone who is signed in to the account is signed out.</li>
      </ol>
    </>
  )
}
