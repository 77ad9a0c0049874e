import { type RenderedPage, render } from '#web/render.tsx'
import { deskPageTable } from './desk-pages.tsx'
import desk from './styles/desk.css?inline'

/**
 * The desk's entry for the server, built as a separate bundle; only server/platform/http/page-bundle.ts loads
 * it.
 */
export const folder = 'web/desk'
export const styles: string = desk

export function renderPage(name: string, props: object): Promise<RenderedPage> {
  return render(deskPageTable, name, props as never)
}
