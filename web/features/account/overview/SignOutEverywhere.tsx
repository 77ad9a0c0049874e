import { Button } from '#web/ui/Button.tsx'

export function SignOutEverywhere() {
  return (
    <section className="tile" aria-labelledby="everywhere">
      <h2 id="everywhere">Signed in somewhere else?</h2>
      <p className="hint">
        If you have left a computer signed in, or do not know who else is using yours, end every session of
        your sign-in at once, this one too. Your password stays the same.
      </p>
      <form method="post" action="/account/sign-out-everywhere/" encType="multipart/form-data">
        <Button type="submit" small look="quiet">
          Sign out everywhere
        </Button>
      </form>
    </section>
  )
}
