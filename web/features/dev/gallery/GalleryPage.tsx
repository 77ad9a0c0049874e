import type { PageProps } from '#contract/page-values.ts'
import { AppLayout } from '#web/ui/AppLayout.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { SingleLayout } from '#web/ui/SingleLayout.tsx'
import { SystemStatus } from '#web/ui/SystemStatus.tsx'
import { Dialogs } from './Dialogs.tsx'
import { EveryField } from './EveryField.tsx'
import { PanelPieces } from './PanelPieces.tsx'
import { Pieces } from './Pieces.tsx'
import { PostingForm } from './PostingForm.tsx'

const accountPages = [
  { href: '/dev/gallery/?layout=app', label: 'Overview', isCurrent: true },
  { href: '/dev/gallery/?layout=app&page=plan', label: 'Plan and seats' },
  { href: '/dev/gallery/?layout=app&page=billing', label: 'Billing and receipts' },
]

/**
 * Our style guide: every component in every state. `layout`, `dialog` and `refused` in the query choose the
 * initial state.
 */
export function GalleryPage({ provider, now, query }: PageProps<'gallery'>) {
  const content = (
    <div className="stack">
      <div className="part">
        <div>
          <h1>Pieces</h1>
          <p className="lede">Everything that our pages are made of, as it looks and behaves there.</p>
        </div>
      </div>
      <Pieces provider={provider} />
      <Dialogs opened={query.dialog} />
      <EveryField />
      <PostingForm isRefused={query.refused === '1'} />
    </div>
  )
  if (query.layout === 'single') {
    return (
      <SingleLayout provider={provider} now={now} wide>
        {content}
      </SingleLayout>
    )
  }
  if (query.layout === 'app') {
    return (
      <AppLayout
        provider={provider}
        now={now}
        menu={accountPages}
        panel={
          <div className="end">
            <SystemStatus status="Normal" />
          </div>
        }
        account={
          <>
            <span className="who">
              <bdi>North Shore Realty</bdi>
              <span> · 204518</span>
            </span>
            <a href="/login/">Sign out</a>
          </>
        }
      >
        {content}
      </AppLayout>
    )
  }
  return (
    <Layout provider={provider} now={now} wide panel={<PanelPieces />}>
      {content}
    </Layout>
  )
}
