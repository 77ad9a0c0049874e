import { useMemo, useState } from 'react'
import type { PageProps, PageValues } from '#contract/page-values.ts'
import { PostedChooser } from '#web/choose-account/choosers.ts'
import { Boundary } from '#web/Hydrated.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { BrandMark } from '#web/ui/BrandMark.tsx'
import { isMobileHere } from '#web/ui/is-mobile-here.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { latePart, useLatePart } from '#web/ui/late-part.tsx'
import { SafeMarkup } from '#web/ui/SafeMarkup.tsx'
import { SystemStatus } from '#web/ui/SystemStatus.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { BlogCarousel } from './BlogCarousel.tsx'
import { SignInForm } from './SignInForm.tsx'

type SignedIn = NonNullable<PageValues['sign-in']['signedIn']>

export async function prepare({ values }: PageProps<'sign-in'>) {
  await Promise.all([
    values.sent?.choice && PostedChooser.fetch(),
    values.isMobile && MobileNotice.fetch(),
    values.banner && StatusBanner.fetch(),
    values.setUp && RegisteredBanner.fetch(),
  ])
}

const MobileNotice = latePart(async () => (await import('#web/ui/MobileNotice.tsx')).MobileNotice)
const StatusBanner = latePart(async () => (await import('./StatusBanner.tsx')).StatusBanner)
const RegisteredBanner = latePart(async () => (await import('./RegisteredBanner.tsx')).RegisteredBanner)

export function SignInPage({ values, query, provider, now }: PageProps<'sign-in'>) {
  const isHydrated = useHydrated()
  const isPaymentOnly = query.mr === '1'
  const isSentAway = !isPaymentOnly && (values.isMobile || (isHydrated && isMobileHere()))
  useLatePart(MobileNotice, isSentAway)
  const [isRefused, setRefused] = useState(values.sent?.errors !== undefined)
  const panel = useMemo(
    () => (
      <Boundary>
        <SignInPanel values={values} provider={provider} />
      </Boundary>
    ),
    [values, provider],
  )
  const banner = values.banner && <StatusBanner banner={values.banner} provider={provider} />
  const followed = values.banner && values.setUp && (
    <RegisteredBanner banner={values.banner} provider={provider} start={values.setUp} />
  )
  // "Success!" must not stay above a sign-in that has just failed.
  const isOver = isRefused && values.banner?.tone === 'ok'
  return (
    <Layout
      provider={provider}
      now={now}
      panel={panel}
      notice={isSentAway && <MobileNotice open provider={provider} news={banner} />}
    >
      {!isOver && (followed ?? banner)}
      {values.signedIn && <SignedInNote signedIn={values.signedIn} />}
      {isPaymentOnly ? <PaymentTitle brandName={provider.brandName} /> : <Title />}
      <SignInForm values={values} query={query} provider={provider} onRefused={() => setRefused(true)} />
    </Layout>
  )
}

function SignInPanel({ values, provider }: Pick<PageProps<'sign-in'>, 'values' | 'provider'>) {
  return (
    <>
      <SystemStatus status={values.systemStatus} />
      <h2>More conversations, less dialing.</h2>
      <p>
        <SafeMarkup text={values.loginMessage} />
      </p>
      <BlogCarousel provider={provider} />
    </>
  )
}

function SignedInNote({ signedIn: { company, href } }: { signedIn: SignedIn }) {
  return (
    <Banner tone="info">
      {`You are signed in to ${company}. `}
      <a href={href}>Go to your account</a>
    </Banner>
  )
}

/** Opened by the app: on a phone this page is only for paying. */
function PaymentTitle({ brandName }: { brandName: string }) {
  return (
    <>
      <p className="sign-in-logo">
        <BrandMark />
        <span className="unseen">{brandName}</span>
      </p>
      <h1>Manage your payment</h1>
      <p className="lede">Sign in to see what your plan costs and what you owe.</p>
    </>
  )
}

function Title() {
  return (
    <>
      <h1>Login</h1>
      <p className="lede">Enter the email and password for your account.</p>
    </>
  )
}
