import { productPages } from './pages.tsx'
import { type RenderedPage, render } from './render.tsx'
import shared from './styles/shared.css?inline'

/** The pages' entry for the server, built as a bundle; only server/platform/http/pages.ts loads it. */
export const folder = 'web/features'
export const styles: string = shared

export function renderPage(name: string, props: object): Promise<RenderedPage> {
  return render(productPages, name, props as never)
}
