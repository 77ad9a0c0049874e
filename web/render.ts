import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { PageTable } from './page-table.ts'

/** What the server asks of a built bundle: see server/http/pages.ts. */
export type RenderedPage = { html: string; title: string; file: string }

export async function render<Props extends object>(
  table: PageTable<string, Props>,
  name: string,
  props: Props,
): Promise<RenderedPage> {
  const Page = await table.load(name)
  const { title, file } = table.pages[name] ?? { title: '', file: '' }
  return { html: renderToString(createElement(Page, props)), title, file }
}
