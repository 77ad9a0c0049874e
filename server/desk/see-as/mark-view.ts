import { hashOf } from '#server/platform/http/page-bundle.ts'
import { escapeHtml } from '#server/platform/http/plain-page.ts'

type Marked = { id: number; name: string; email: string; accountNumber: string }

const style =
  '.desk-view-mark{margin:0;padding:6px 16px;background:#7a2e00;color:#fff;font:600 14px/1.4 system-ui,sans-serif}'
export const markStyleHash = hashOf(style)

/** Each framed document says by itself whose pages these are. The page around it reads the id. */
export function markDocument(document: string, { id, name, email, accountNumber }: Marked): string {
  const text = escapeHtml(`Read-only view: ${name || email}, account ${accountNumber}`)
  return document
    .replace('<title>', () => '<title>Read-only view: ')
    .replace('</head>', () => `<style>${style}</style>\n</head>`)
    .replace(
      '<body>',
      () =>
        `<body>\n<aside class="desk-view-mark" data-view="${id}" aria-label="Read-only view">${text}</aside>`,
    )
}
