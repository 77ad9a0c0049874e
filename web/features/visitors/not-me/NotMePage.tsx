import { NOT_ME_DAYS } from '#contract/calendar/lifetimes.ts'
import type { NotMeValues } from '#contract/features/not-me.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { SuccessView } from '#web/ui/SuccessView.tsx'
import { OwnershipBanner } from './OwnershipBanner.tsx'
import { TakenBackList } from './TakenBackList.tsx'

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

function NotMePanel() {
  return (
    <>
      <h2>Your account stays yours.</h2>
      <p>
        Whoever used your account is signed out at once. A change of your email is taken back. People whom
        they invited, passkeys and an authenticator app that were added since our first email about it are
        removed, and apps that were connected in the last {NOT_ME_DAYS} days are disconnected. We list what
        else changed. Only you can set the new password, with the link in your mailbox.
      </p>
    </>
  )
}
