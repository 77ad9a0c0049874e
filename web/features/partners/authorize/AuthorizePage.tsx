import type { PageProps } from '#contract/page-values.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { AuthorizeForm } from './AuthorizeForm.tsx'
import { AuthorizePanel } from './AuthorizePanel.tsx'
import { PartnerCard } from './PartnerCard.tsx'

type AuthorizePageProps = PageProps<'authorize' | 'authorize-zapier'>

/** One screen: who asks, what for, and the same sign-in as everywhere. Signing in is saying yes. */
export function AuthorizePage({ page, values, query, provider, now }: AuthorizePageProps) {
  const { partner, problem } = values
  return (
    <Layout provider={provider} now={now} panel={<AuthorizePanel values={values} />}>
      <h1>{`Sign In to ${provider.brandName}`}</h1>
      {partner && <PartnerCard partner={partner} />}
      {problem && (
        <div className="form">
          <Banner tone="bad">{problem}</Banner>
        </div>
      )}
      <AuthorizeForm page={page} query={query} provider={provider} />
    </Layout>
  )
}
