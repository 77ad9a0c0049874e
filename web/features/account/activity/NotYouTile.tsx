import { pages } from '#contract/pages.ts'
import type { Provider } from '#contract/provider/provider.ts'

export function NotYouTile({ provider }: { provider: Provider }) {
  return (
    <section className="tile whole" aria-labelledby="not-you">
      <h2 id="not-you">If something here was not you</h2>
      <ol className="activity-steps">
        <li>
          Go to <a href={pages.security}>Security</a> and sign out all other devices.
        </li>
        <li>Change your password there. Choose one that you use nowhere else.</li>
        <li>
          Check that your email is still yours, that{' '}
          <a href={pages['second-factor']}>two-step verification</a> uses your own authenticator app, and that
          you know every <a href={pages.passkeys}>passkey</a>, every person and every connected app.
        </li>
        <li>{`If a plan, a card or a payment is wrong, call ${provider.tollFreeNumber}.`}</li>
      </ol>
      <p className="hint">
        A wrong password that was not yours is harmless as long as nobody guesses the right one. We limit how
        often a password can be tried.
      </p>
    </section>
  )
}
