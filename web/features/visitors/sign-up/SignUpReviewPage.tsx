import { useEffect } from 'react'
import { formatAmount } from '#contract/catalogue/money.ts'
import { HELD_KEY, type SignUpReviewValues } from '#contract/features/sign-up/values.ts'
import type { PageProps } from '#contract/page-values.ts'
import { marketingPage, type Provider } from '#contract/provider/provider.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/**
 * What happens to a sign-up under review. There is nothing to do: a mail follows. Until then, Back does not
 * lead to the wizard in this tab.
 */
export function SignUpReviewPage({ values, provider, now }: PageProps<'sign-up-review'>) {
  const { standing, signUpUrl } = values
  const isWaiting = standing === 'held' || standing === 'charging' || standing === 'unknown'
  const [lede, ...texts] = textsOf(values, provider)
  const isOver = !isWaiting || standing === 'unknown'
  useEffect(() => {
    if (isOver) unmarkTab()
  }, [isOver])

  return (
    <Layout provider={provider} now={now} panel={isWaiting ? <ReviewPanel /> : <h2>Nothing was charged.</h2>}>
      <h1>{titles[standing]}</h1>
      <p className="lede">{lede}</p>
      <div className="form">
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {isWaiting ? (
          <p>
            <a href={marketingPage(provider, 'pricing/')}>Sign up for another account</a>
          </p>
        ) : (
          standing !== 'refused' && (
            <div>
              <LinkButton href={signUpUrl}>Sign up again</LinkButton>
            </div>
          )
        )}
      </div>
    </Layout>
  )
}

const titles: Record<SignUpReviewValues['standing'], string> = {
  held: 'We are checking your sign-up',
  unknown: 'Your sign-up',
  charging: 'We have accepted your sign-up',
  declined: 'Your bank declined the payment',
  refused: 'We could not accept your sign-up',
  expired: 'Your sign-up was not completed',
  'not-charged': 'Your sign-up was not completed',
}

function textsOf({ standing, amountCents, planNotes }: SignUpReviewValues, provider: Provider): string[] {
  const charge = amountCents === undefined ? 'your card' : `${formatAmount(amountCents)} to your card`
  const help = `Questions? Call ${provider.tollFreeNumber}.`
  switch (standing) {
    case 'unknown':
      return [
        'This browser has no cookie from a sign-up, so we cannot show you where yours stands.',
        'If you have just pressed PAY NOW, a person on our team looks at your sign-up within a day. We will email you our decision. Nothing is charged before then, and you do not need to sign up again.',
        help,
      ]
    case 'held':
      return [
        'A person on our team looks at it within a day. We will email you our decision.',
        `Nothing has been charged. If we accept your sign-up, we will charge ${charge}, set up your account and email you a receipt.`,
        'You can close this page. You do not need to sign up again.',
        help,
      ]
    case 'charging':
      return ['We are confirming the payment with your bank. We will email you a receipt.', help]
    case 'declined':
      return [
        'We accepted your sign-up, but your bank declined the payment. Nothing was charged. You can sign up again with the same card or another one.',
        ...planNotes,
        help,
      ]
    case 'refused':
      return ['Nothing was charged, and we do not keep your card.', help]
    case 'expired':
      return [
        'We did not finish checking it within a day. We are sorry. Nothing was charged, and we do not keep your card. You can sign up again.',
        ...planNotes,
        help,
      ]
    case 'not-charged':
      return [
        'Nothing was charged, and we do not keep your card. We have emailed you the reason.',
        ...planNotes,
        help,
      ]
  }
}

/** The document itself marks the tab. A browser may deny storage. */
function unmarkTab() {
  try {
    sessionStorage.removeItem(HELD_KEY)
  } catch {}
}

function ReviewPanel() {
  return (
    <>
      <h2>What happens next</h2>
      <ol className="way">
        <li>We check your sign-up.</li>
        <li>We email you our decision within a day.</li>
        <li>If we accept it, we charge your card and set up your account.</li>
      </ol>
    </>
  )
}
