import { pages } from '#contract/pages.ts'

/** The error page for when no page can be rendered: no scripts, no styles, nothing else that could fail. */
export function plainPage(message: {
  title: string
  text: string
  requestId: string
  /** The page to go to instead. */
  home: string
}): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(message.title)}</title></head>
<body>
<main>
<h1>${escapeHtml(message.title)}</h1>
<p>${escapeHtml(message.text)}</p>
<p><a href="">Try again</a> or <a href="${escapeHtml(message.home)}">${message.home === pages['sign-in'] ? 'go to Login' : 'start again'}</a>.</p>
<p><small>If you contact support, please give this number: ${escapeHtml(message.requestId)}</small></p>
</main>
</body>
</html>`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
