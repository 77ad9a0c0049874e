import css from './look/look.css?inline'
import { productPages } from './pages.tsx'
import { type RenderedPage, render } from './render.ts'

/** The server's view of the pages, as a built bundle: only server/http/pages.ts loads it. */
export const folder = 'web/features'
export const entry = 'web/client.ts'
export const styles: string = css

export function renderPage(name: string, props: object): Promise<RenderedPage> {
  return render(productPages, name, props as never)
}
