import { hashOf } from '#server/platform/http/page-bundle.ts'
import { escapeHtml } from '#server/platform/http/plain-page.ts'

type Marked = { id: number; name: string; email: string; accountNumber: string }

const style = `.desk-view-mark{padding:6px 16px;background:#7a2e00;color:#fff;font:600 14px/1.4 system-ui,sans-serif}
.desk-view-notice{margin:0;font:16px/1.5 system-ui,sans-serif}
.desk-view-notice main{padding:16px}
.desk-view-notice h1{margin:0 0 8px;font-size:20px}`
export const viewStyleHash = hashOf(style)

/** Each framed document says by itself whose pages these are. The page around it reads the id. */
export function markDocument(document: string, { id, name, email, accountNumber }: Marked): string {
  const text = escapeHtml(`Read-only view: ${name || email}, account ${accountNumber}`)
  const mark = `<aside class="desk-view-mark" data-view="${id}" aria-label="Read-only view">${text}</aside>`
  return document
    .replace('<title>', () => '<title>Read-only view: ')
    .replace(/<body[^>]*>/, (body) => `${body}\n${mark}`)
}

export function styleDocument(document: string): string {
  return document.replace('</head>', () => `<style>${style}</style>\n</head>`)
}
