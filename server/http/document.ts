import type { RenderedPage } from './page-bundle.ts'
import { escapeHtml } from './plain-page.ts'
import { wakeScript } from './wake-script.ts'

export type DocumentParts = RenderedPage & {
  styles: string
  props: object
  /** Runs before anything else, in any browser; its hash must be in the content policy. */
  headScript?: string
  isHidden?: boolean
  reloads?: boolean
  isAccount?: boolean
}

/** A whole page in one answer: styles inside, the scripts named at its end. */
export function documentOf(parts: DocumentParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(parts.title)}</title>
${parts.headScript ? `<script>${parts.headScript}</script>\n` : ''}${parts.isHidden ? '<meta name="robots" content="noindex, nofollow">\n' : ''}<link rel="icon" href="data:image/svg+xml,${icon}">
<style>${parts.styles}</style>
</head>
<body>
<div id="page">${parts.html}</div>
<script type="application/json" id="page-props" data-entry="${parts.entry}" data-scripts="${parts.scripts.join(' ')}" data-script="${parts.own.script}" data-component="${parts.own.component}"${parts.isAccount ? ' data-account' : ''}>${jsonForHtml(parts.props)}</script>
<script>${wakeScript}</script>
${parts.reloads ? '<script src="/dev/reload.js"></script>\n' : ''}</body>
</html>`
}

const icon = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="8" fill="#2456e6"/><path d="M8 17.5v-7M12 20V8M16 17V11M20 18.5v-9" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>',
)

/** JSON that cannot end the script element it stands in. */
function jsonForHtml(value: object): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
