import { useState } from 'react'
import type { StepUpWay } from '#contract/accounts/factors.ts'
import { HAND_OVER_DAYS } from '#contract/calendar/lifetimes.ts'
import type { HandOverOffer, HandOverValues } from '#contract/features/people.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { networkError } from '#contract/wire/rule-messages.ts'
import { useBusy } from '#web/form/use-busy.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** The target of the link that support mails to the owner and the next owner. Opening it changes nothing. */
export function HandOverPage({ values: { state }, provider, now }: PageProps<'hand-over'>) {
  return (
    <Layout provider={provider} now={now} panel={<HandOverPanel />}>
      {state.kind === 'asks' && <Question offer={state} />}
      {state.kind === 'sign-in' && (
        <>
          <Offer offer={state} />
          <div className="form">
            <Banner tone="info">
              You use a passkey or two-step verification, so sign in first. Then open the link in your email
              again.
            </Banner>
            <LinkButton href={pages['sign-in']}>Login</LinkButton>
          </div>
        </>
      )}
      {state.kind === 'confirm' && (
        <>
          <Offer offer={state} />
          <Confirm ways={state.ways} />
        </>
      )}
      {state.kind !== 'asks' && state.kind !== 'sign-in' && state.kind !== 'confirm' && (
        <Over state={state} phone={provider.tollFreeNumber} />
      )}
    </Layout>
  )
}

/** The page is shown again once the person has confirmed. The dialog is fetched on demand. */
function Confirm({ ways }: { ways: StepUpWay[] }) {
  const { isBusy, run } = useBusy()
  const [hasFailed, setFailed] = useState(false)
  const isHydrated = useHydrated()

  async function confirm(): Promise<'leaving' | undefined> {
    setFailed(false)
    try {
      const { requestStepUp: askForStepUp } = await import('#web/account/step-up/ask-for-step-up.tsx')
      if ((await askForStepUp(ways, false)) === 'canceled') return undefined
    } catch {
      setFailed(true)
      return undefined
    }
    // Not reload: this page may be the answer to a form.
    location.replace(location.href)
    return 'leaving'
  }

  return (
    <div className="form">
      {hasFailed && <Banner tone="bad">{networkError}</Banner>}
      <Banner tone="info">
        You use a passkey or two-step verification, so we need to know that it is you before you answer.
      </Banner>
      <noscript>
        <Banner tone="bad">Turn on JavaScript in your browser to confirm.</Banner>
      </noscript>
      <Button busy={isBusy} disabled={!isHydrated} onClick={() => void run(confirm)}>
        Confirm it’s you
      </Button>
    </div>
  )
}

function Offer({ offer: { company, pin, formerName, nextName, isFormer, until } }: { offer: HandOverOffer }) {
  return (
    <>
      <h1>{isFormer ? `Make ${nextName} the owner?` : `Do you want to own ${company}?`}</h1>
      <p className="lede">
        {isFormer
          ? `${nextName} would own ${company} (account number ${pin}), and manage its people, its plan and its billing. You would stay as a user.`
          : `You would own ${company} (account number ${pin}) in place of ${formerName}, and manage its people, its plan and its billing. ${formerName} would stay as a user.`}{' '}
        {`The card on file stays the same. You can answer until ${until}.`}
      </p>
    </>
  )
}

function Question({ offer }: { offer: HandOverOffer }) {
  const other = offer.isFormer ? offer.nextName : offer.formerName
  const waits = `You have agreed. ${other} has not answered yet. You can still refuse.`
  const isSecond = !offer.hasAgreed && offer.hasOtherAgreed
  return (
    <>
      <Offer offer={offer} />
      {offer.hasAgreed && <Banner tone="ok">{waits}</Banner>}
      {isSecond && (
        <Banner tone="info">{`${other} has agreed. If you agree, too, the change is made at once.`}</Banner>
      )}
      <form className="form" method="post" encType="multipart/form-data">
        {!offer.hasAgreed && (
          <button className={buttonClass('primary', false)} type="submit" name="answer" value="agree">
            Agree
          </button>
        )}
        <button className={buttonClass('quiet', false)} type="submit" name="answer" value="refuse">
          Refuse
        </button>
      </form>
    </>
  )
}

type OverState = Exclude<HandOverValues['state'], { kind: 'asks' | 'sign-in' | 'confirm' }>

function Over({ state, phone }: { state: OverState; phone: string }) {
  return (
    <>
      <h1>{state.kind === 'done' ? 'The account has a new owner' : 'New owner'}</h1>
      <div className="form">
        <Banner tone={state.kind === 'done' ? 'ok' : 'bad'}>{textOf(state, phone)}</Banner>
        <LinkButton href={pages['sign-in']}>Login</LinkButton>
      </div>
    </>
  )
}

function textOf(state: OverState, phone: string): string {
  switch (state.kind) {
    case 'done':
      return `${state.nextName} now owns ${state.company}. We sent both of you an email.`
    case 'refused':
      return `One of you refused. The owner of ${state.company} has not changed.`
    case 'withdrawn':
      return `The request was withdrawn. It has not changed who owns ${state.company}.`
    case 'expired':
      return `You had ${HAND_OVER_DAYS} days to agree. The owner of ${state.company} has not changed. Call ${phone} to begin again.`
    case 'account-ended':
      return `The account of ${state.company} has ended, so its owner cannot change. Call ${phone} if you have questions.`
    case 'unknown':
      return `This link does not work. Call ${phone} if you expected something else.`
    case 'later':
      return state.text
  }
}

function HandOverPanel() {
  return (
    <>
      <h2>Both of you decide.</h2>
      <p>
        Our support team only asks. The owner changes once the owner and the next owner have both agreed, each
        with the link in their own email. Either of you may refuse.
      </p>
    </>
  )
}
