import { renderToString } from 'react-dom/server'
import { CurrentPage } from './CurrentPage.tsx'
import { Hydrated } from './Hydrated.tsx'
import type { PageTable } from './page-table.ts'

/** What the server needs from a built bundle: see server/platform/http/page-bundle.ts. */
export type RenderedPage = {
  html: string
  title: string
  description?: string
  file: string
  /** The styles of its own feature. */
  styles: string
  needsScript: boolean
}

export async function render<Props extends object>(
  table: PageTable<string, Props>,
  name: string,
  props: Props,
): Promise<RenderedPage> {
  const Page = await table.load(name, props)
  const { title, description, file, hasNoScript } = table.pages[name] ?? { title: '', file: '' }
  const html = renderToString(
    <Hydrated>
      <CurrentPage Page={Page} props={props} />
    </Hydrated>,
  )
  const shown = typeof title === 'function' ? title(props) : title
  return {
    html,
    title: shown,
    ...(description && { description }),
    file,
    styles: table.stylesOf(name),
    needsScript: hasNoScript !== true,
  }
}
