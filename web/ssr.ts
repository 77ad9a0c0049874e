import { productPages } from './pages.tsx'
import { type RenderedPage, render } from './render.tsx'
import css from './styles/all.css?inline'

/** The server's view of the pages, as a built bundle: only server/platform/http/pages.ts loads it. */
export const folder = 'web/features'
export const styles: string = css
/** For measuring: which file each page is. */
export const pageFiles = productPages.pages

export function renderPage(name: string, props: object): Promise<RenderedPage> {
  return render(productPages, name, props as never)
}
