import type { PageProps } from '#contract/page-values.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { AuthorizeForm } from './AuthorizeForm.tsx'
import { AuthorizePanel } from './AuthorizePanel.tsx'
import { PartnerCard } from './PartnerCard.tsx'

type AuthorizePageProps = PageProps<'authorize' | 'authorize-zapier'>

/** One screen: which partner asks, what for, and the usual sign-in form. Signing in grants access. */
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
