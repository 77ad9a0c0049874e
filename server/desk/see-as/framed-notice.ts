import { pages } from '#contract/pages.ts'
import { escapeHtml } from '#server/platform/http/plain-page.ts'

/** What stands in the frame where there is no page to show: no scripts. */
export function framedNotice(text: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Account pages</title></head>
<body class="desk-view-notice">
<main>
<h1>${escapeHtml(text)}</h1>
<p><a href="${pages.account}">Back to the account pages</a></p>
</main>
</body>
</html>`
}
