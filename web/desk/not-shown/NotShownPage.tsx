import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { DeskLayout } from '../DeskLayout.tsx'

/** Instead of a page that does not exist, or that needs another role: the menu leads on. */
export function NotShownPage({ values: { status, text }, operator }: DeskPageProps<'not-shown'>) {
  const title = status === 403 ? 'Your role cannot open this page' : 'Page not found'
  return (
    <DeskLayout operator={operator} page="not-shown" title={title} lede={text}>
      <p>
        <a href={deskPages.today.path}>Go to Today</a>
      </p>
    </DeskLayout>
  )
}
