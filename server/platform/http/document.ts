import { DRAFT_KEY } from '#contract/wire/storage-keys.ts'
import { escapeHtml } from './answer.ts'
import { icon, iconPath, socialCardPath } from './assets.ts'
import { type Hydration, hashOf, type RenderedPage } from './page-bundle.ts'

export type DocumentParts = RenderedPage & {
  styles: string
  props: object
  /** Runs before everything else, in any browser. Its hash must be in the content security policy. */
  headScript?: string
  /** The canonical URL, without the query. Used only if the page has a description. */
  canonical: string
  publicUrl: string
  reloads?: boolean
  /** The path below which pages are fetched ahead, see `PageOptions`. */
  prefetches?: string
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
${parts.hydration ? hydrationOf(parts, parts.hydration) : `<script>${leaveScript}</script>`}
${parts.prefetches ? `<script type="speculationrules">${prefetchRules(parts.prefetches)}</script>\n` : ''}${parts.reloads ? '<script src="/dev/reload.js"></script>\n' : ''}</body>
</html>`
}

function hydrationOf({ isAccount, props }: DocumentParts, { entry, own, scripts }: Hydration): string {
  const data = `data-entry="${entry}" data-scripts="${scripts.join(' ')}" data-script="${own.script}" data-component="${own.component}"`
  return `<script type="application/json" id="page-props" ${data}${isAccount ? ' data-account' : ''}>${jsonForHtml(props)}</script>
<script>${hydrateScript}</script>`
}

/** Prefetched, never prerendered, which would run the page's script for nobody. */
export function prefetchRules(prefix: string): string {
  const where = { selector_matches: `a[href^="${prefix}"]` }
  return JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] })
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

/**
 * On every page. The browser may keep it in its back/forward cache: when it is left, its secret fields are cleared, and an
 * account page is hidden, and reloaded when it is restored, because the person may have signed out. A draft of a sign-up is
 * removed after its day, even if the visitor never returns to the wizard. A browser may deny storage.
 */
const leaveScript = `(function(){var root=document.documentElement,page=document.getElementById('page-props');
var isAccount=page&&'account' in page.dataset;
addEventListener('pagehide',function(){document.querySelectorAll('[data-secret]').forEach(function(field){field.value=''});
if(isAccount)root.hidden=true});
addEventListener('pageshow',function(event){if(event.persisted&&isAccount)location.reload()});
try{var now=new Date(),day=new Date(now-now.getTimezoneOffset()*60000).toISOString().slice(0,10),draft;
try{draft=JSON.parse(localStorage.getItem('${DRAFT_KEY}'))}catch(unreadable){}
if(!draft||draft.savedOn!==day)localStorage.removeItem('${DRAFT_KEY}')}catch(denied){}
})()`

const scriptNotLoaded =
  'Part of this page could not be loaded. If something does not work, check your connection and reload the page.'

/**
 * Scripts that load while the page is being painted delay the paint, so they are requested after it, all at
 * once. A page that is not painted (its tab is hidden, or its browser does not report paints) hydrates after
 * one second. If a button that needs the script is pressed before React listens, the press is replayed, and
 * hydrates that button first.
 *
 * A script that cannot be loaded (the connection failed, or a new release has replaced it) leaves buttons that do nothing:
 * then a message says so, above what the page or its open dialog shows. Each further one says it again. A person who is
 * typing is not scrolled away.
 */
const hydrateScript = `(function(){var started,pressed,told,root=document.documentElement;
addEventListener('unhandledrejection',function(event){
if(!/module/.test(event.reason)||/extension:/.test(event.reason))return;event.preventDefault();
if(!told){told=document.createElement('div');told.className='banner bad';told.setAttribute('role','alert');
told.textContent=${JSON.stringify(scriptNotLoaded)}}
(document.querySelector('dialog[open] .body')||document.querySelector('main .sheet')||document.querySelector('main')).prepend(told);
if(!document.activeElement.matches('input,select,textarea'))told.scrollIntoView({block:'nearest'})});
function remember(event){pressed=event.target.closest('button[type=button]:not([popovertarget])')||pressed}
document.addEventListener('click',remember,true);
new MutationObserver(function(seen,observer){observer.disconnect();document.removeEventListener('click',remember,true);
if(pressed)pressed.click()}).observe(root,{attributeFilter:['data-answers']});
function hydrate(){if(started)return;started=true;var page=document.getElementById('page-props').dataset;
page.scripts.split(' ').forEach(function(script){var link=document.createElement('link');
link.rel='modulepreload';link.href=script;document.head.appendChild(link)});import(page.entry)}
try{new PerformanceObserver(hydrate).observe({type:'paint',buffered:true})}catch(unknown){hydrate()}
setTimeout(hydrate,document.visibilityState==='hidden'?0:1000);
})();
${leaveScript}`

/** In the form the content security policy expects. */
export const inlineScriptHashes = { hydrated: hashOf(hydrateScript), plain: hashOf(leaveScript) }
