import { hydrateScript } from './hydrate-script.ts'
import type { RenderedPage } from './page-bundle.ts'
import { escapeHtml } from './plain-page.ts'
import { icon, iconPath, socialCardPath } from './public-files.ts'

export type DocumentParts = RenderedPage & {
  styles: string
  props: object
  /** Runs before everything else, in any browser. Its hash must be in the content security policy. */
  headScript?: string
  /** The canonical URL, without the query. Used only if the page has a description. */
  canonical: string
  publicUrl: string
  reloads?: boolean
  isAccount?: boolean
}

/** The whole HTML document: styles inline, script URLs at the end. */
export function documentOf(parts: DocumentParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(parts.title)}</title>
${parts.headScript ? `<script>${parts.headScript}</script>\n` : ''}${headOf(parts)}
<style>${parts.styles}</style>
</head>
<body>
<div id="page">${parts.html}</div>
<script type="application/json" id="page-props" data-entry="${parts.entry}" data-scripts="${parts.scripts.join(' ')}" data-script="${parts.own.script}" data-component="${parts.own.component}"${parts.isAccount ? ' data-account' : ''}>${jsonForHtml(parts.props)}</script>
<script>${hydrateScript}</script>
${parts.reloads ? '<script src="/dev/reload.js"></script>\n' : ''}</body>
</html>`
}

/** Only pages with a description are meant for search engines and link previews. */
function headOf({ title, description, canonical, publicUrl }: DocumentParts): string {
  if (!description)
    return `<meta name="robots" content="noindex, nofollow">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">`
  const text = escapeHtml(description)
  const image = escapeHtml(`${publicUrl}${socialCardPath}`)
  return `<meta name="description" content="${text}">
<link rel="canonical" href="${escapeHtml(canonical)}">
<meta property="og:type" content="website">
<meta property="og:title" content="${escapeHtml(title)}">
<meta property="og:description" content="${text}">
<meta property="og:url" content="${escapeHtml(canonical)}">
<meta property="og:image" content="${image}">
<meta name="twitter:card" content="summary_large_image">
<link rel="icon" type="image/svg+xml" href="${iconPath}">`
}

/** JSON that cannot close the script element it is embedded in. */
function jsonForHtml(value: object): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
