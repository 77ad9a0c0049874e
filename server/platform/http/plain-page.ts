import { pages } from '#contract/pages.ts'

/** What a person sees when no page can be rendered: no script, no styles, nothing that could fail again. */
export function plainPage(words: { title: string; text: string; requestId: string }): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(words.title)}</title></head>
<body>
<main>
<h1>${escapeHtml(words.title)}</h1>
<p>${escapeHtml(words.text)}</p>
<p><a href="">Try again</a> or <a href="${pages['sign-in']}">go to Login</a>.</p>
<p><small>If you contact support, please give this number: ${escapeHtml(words.requestId)}</small></p>
</main>
</body>
</html>`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
