import { Button } from '#web/ui/Button.tsx'

export function SignOutEverywhere() {
  return (
    <section className="tile" aria-labelledby="everywhere">
      <h2 id="everywhere">Signed in somewhere else?</h2>
      <p className="hint">
        If you left a computer signed in, or if someone else may be using your account, end all your sessions
        here, including this one. Your password stays the same.
      </p>
      <form method="post" action="/account/sign-out-everywhere/" encType="multipart/form-data">
        <Button type="submit" small look="quiet">
          Sign out everywhere
        </Button>
      </form>
    </section>
  )
}
