import { waysBack } from '#contract/accounts/ways-back.ts'
import { HAND_OVER_UNDO_HOURS, NOT_ME_DAYS } from '#contract/calendar/lifetimes.ts'
import type { NotMeValues, Ownership, TakenBack } from '#contract/features/not-me.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { SuccessView } from '#web/ui/SuccessView.tsx'

/** The target of “This was not me” in a notice mail. Opening it changes nothing; the button does. */
export function NotMePage({ values: { state }, provider, now }: PageProps<'not-me'>) {
  return (
    <Layout provider={provider} now={now} panel={<NotMePanel />}>
      {state.kind === 'asks' && <Question {...state} phone={provider.tollFreeNumber} />}
      {state.kind === 'done' && (
        <>
          <SuccessView
            title="You are signed out everywhere"
            text={`Your password no longer works. We sent a link to ${state.email}: open it to set a new password.${state.isTaken ? ` Your sign-in email was changed and stays so, because another person of the account signs in with ${state.email}. Call ${provider.tollFreeNumber} now.` : ''}`}
            isNews
          />
          <TakenBackList {...state} phone={provider.tollFreeNumber} />
        </>
      )}
      {state.kind === 'used' && (
        <Over text="This link has already been used. You were signed out on all devices, and we sent you a link to set a new password." />
      )}
      {state.kind === 'over' && (
        <Over
          text={`This link no longer works. It is more than ${NOT_ME_DAYS} days old, or you used the same button in another email. If something is wrong, reset your password or call ${provider.tollFreeNumber}.`}
        />
      )}
      {state.kind === 'later' && <Over text={state.text} />}
    </Layout>
  )
}

function NotMePanel() {
  return (
    <>
      <h2>Your account stays yours.</h2>
      <p>
        The other person is signed out at once. A change of your email is taken back. People whom they
        invited, passkeys and an authenticator app that were added since our first email about it are removed,
        and apps that were connected in the last {NOT_ME_DAYS} days are disconnected. We list what else
        changed. Only you can set the new password, with the link in your mailbox.
      </p>
    </>
  )
}

type QuestionProps = Extract<NotMeValues['state'], { kind: 'asks' }> & { phone: string }

function Question({ company, pin, email, changedSince, ownership, phone }: QuestionProps) {
  return (
    <>
      <h1>Was this not you?</h1>
      <p className="lede">
        {`We will sign you out of ${company} (account number ${pin}) on all devices, and your password will stop working. We will send a link to `}
        <b>{email}</b>, so that you can set a new password.
      </p>
      <OwnershipBanner ownership={ownership} phone={phone} />
      {changedSince && (
        <div className="banner">
          Your password was changed after we sent the email. If you changed it yourself, you do not need to do
          anything.
        </div>
      )}
      <form className="form" method="post" encType="multipart/form-data">
        <input type="hidden" name="confirm" value="1" />
        <button className={buttonClass('primary', false)} type="submit">
          Sign me out everywhere
        </button>
      </form>
    </>
  )
}

/** For a former owner of the account. */
function OwnershipBanner({ ownership, phone }: { ownership: Ownership | null; phone: string }) {
  if (ownership === 'comes-back')
    return (
      <div className="banner">
        {`The account has a new owner. Once you have set a new password, within ${HAND_OVER_UNDO_HOURS} hours, you are its owner again. A card that the new owner has entered is removed. Bills that were paid stay paid.`}
      </div>
    )
  if (ownership === 'call')
    return (
      <Banner tone="bad">
        {`You are no longer the owner of the account, and this does not change that. Call ${phone} now.`}
      </Banner>
    )
  return null
}

type TakenBackListProps = { takenBack: TakenBack; ownership: Ownership | null; phone: string }

/** Nobody is signed in any more: each link goes through the sign-in. */
function TakenBackList({ takenBack, ownership, phone }: TakenBackListProps) {
  const { removed, removesMore, stillInvited, changes, hasMoreChanges } = takenBack
  return (
    <div className="not-me-undone">
      <OwnershipBanner ownership={ownership} phone={phone} />
      {removed.length > 0 && (
        <section aria-labelledby="removed">
          <h2 id="removed">Removed from your account</h2>
          <p>They were invited in your name since our first email about it.</p>
          <Lines lines={removesMore ? [...removed, 'More of them are being removed now.'] : removed} />
          <p>
            <a href={pages.people}>Invite again</a> anyone you know.
          </p>
        </section>
      )}
      {stillInvited.length > 0 && (
        <section aria-labelledby="still-invited">
          <h2 id="still-invited">Invited before that, and not removed</h2>
          <Lines lines={stillInvited} />
          <p>
            <a href={pages.people}>Remove</a> anyone you do not know.
          </p>
        </section>
      )}
      {changes.length > 0 && (
        <section aria-labelledby="changed">
          <h2 id="changed">What else changed since then</h2>
          <ul>
            {changes.map(({ wayBack, texts }) => (
              <li key={wayBack}>
                {texts.join('. ')}. <a href={waysBack[wayBack].path}>{waysBack[wayBack].label}</a>
              </li>
            ))}
          </ul>
          {hasMoreChanges && (
            <p>
              There is more: <a href={pages.activity}>see everything that happened</a>.
            </p>
          )}
        </section>
      )}
    </div>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function Over({ text }: { text: string }) {
  return (
    <>
      <h1>This was not me</h1>
      <div className="form">
        <Banner tone="bad">{text}</Banner>
        <LinkButton href={pages['password-reset']}>Reset password</LinkButton>
      </div>
    </>
  )
}
