import { useState } from 'react'
import { statuses } from '#contract/accounts/statuses.ts'
import type { Provider } from '#contract/provider/provider.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { SafeMarkup } from '#web/ui/SafeMarkup.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { SupportBanner } from '#web/ui/SupportBanner.tsx'
import { TrustBadges } from '#web/ui/TrustBadges.tsx'

const markupSample =
  'Read <b>this</b> and <em>that</em>,<br>or <a href="https://example.com/help?a=1&amp;b=2">ask us</a>. <img src=x onerror=alert(1)> &lt;kept&gt;'

export function Pieces({ provider }: { provider: Provider }) {
  const [isBusy, setBusy] = useState(false)
  return (
    <>
      <section className="part" aria-labelledby="buttons">
        <h2 id="buttons">Buttons</h2>
        <div className="cluster">
          <Button busy={isBusy} onClick={() => setBusy(true)}>
            Submit
          </Button>
          <Button look="ghost" onClick={() => setBusy(false)}>
            Previous
          </Button>
          <Button look="quiet">Cancel</Button>
          <Button disabled>Not yet</Button>
        </div>
        <div className="cluster">
          <Button small>Login</Button>
          <Button small look="quiet">
            Sign Up
          </Button>
          <Button small look="ghost">
            Reset
          </Button>
          <LinkButton href="#main" small look="quiet">
            A link
          </LinkButton>
        </div>
      </section>
      <section className="part" aria-labelledby="banners">
        <h2 id="banners">Banners</h2>
        <Banner tone="ok">
          <strong>Success!</strong> Please check your Email.
        </Banner>
        <Banner tone="warn">
          Account suspended. Please pay for the services to continue using {provider.brandName}.
        </Banner>
        <Banner tone="bad">
          <SafeMarkup text={markupSample} />
        </Banner>
        <Banner tone="info">
          Your bank may ask <a href="#main">a question</a> first.
        </Banner>
        <SupportBanner provider={provider} />
      </section>
      <section className="part" aria-labelledby="badges">
        <h2 id="badges">Badges and waiting</h2>
        <div className="cluster">
          {[...Object.entries(statuses), ['moved', { text: 'Unknown' }] as const].map(([id, { text }]) => (
            <StatusBadge key={id} statusId={id} text={text} />
          ))}
        </div>
        <TrustBadges />
        <Spinner text="Page is loading ..." isTextShown />
      </section>
    </>
  )
}
