import { hashOf } from './page-bundle.ts'

const scriptNotLoaded =
  'Part of this page could not be loaded. If something does not work, check your connection and reload the page.'

/**
 * Scripts that load while the page is being painted delay the paint, so they are requested after it, all at
 * once. A page that is not painted (its tab is hidden, or its browser does not report paints) hydrates after
 * one second. If a button that needs the script is pressed before hydration, the press is replayed
 * afterwards.
 *
 * A script that cannot be loaded (the connection failed, or a new release has replaced it) leaves buttons that do nothing:
 * then a message says so, above what the page or its open dialog shows. Each further one says it again. Whoever is typing is
 * not scrolled away.
 *
 * The browser may keep a page in its back/forward cache. When the page is left, its secret fields are
 * cleared. An account page is hidden and reloaded when it is restored, because the person may have signed
 * out.
 */
export const hydrateScript = `(function(){var started,pressed,told,root=document.documentElement;
addEventListener('unhandledrejection',function(event){
if(!/module/.test(event.reason)||/extension:/.test(event.reason))return;event.preventDefault();
if(!told){told=document.createElement('div');told.className='banner bad';told.setAttribute('role','alert');
told.textContent=${JSON.stringify(scriptNotLoaded)}}
(document.querySelector('dialog[open] .body')||document.querySelector('main .sheet')||document.querySelector('main')).prepend(told);
if(!document.activeElement.matches('input,select,textarea'))told.scrollIntoView({block:'nearest'})});
function remember(event){pressed=event.target.closest('button[type=button]:not([popovertarget])')||pressed}
document.addEventListener('click',remember,true);
new MutationObserver(function(seen,observer){observer.disconnect();document.removeEventListener('click',remember,true);
if(pressed)pressed.click()}).observe(root,{attributeFilter:['data-hydrated']});
function hydrate(){if(started)return;started=true;var page=document.getElementById('page-props').dataset;
page.scripts.split(' ').forEach(function(script){var link=document.createElement('link');
link.rel='modulepreload';link.href=script;document.head.appendChild(link)});import(page.entry)}
try{new PerformanceObserver(hydrate).observe({type:'paint',buffered:true})}catch(unknown){hydrate()}
setTimeout(hydrate,document.visibilityState==='hidden'?0:1000);
var isAccount='account' in document.getElementById('page-props').dataset;
addEventListener('pagehide',function(){document.querySelectorAll('[data-secret]').forEach(function(field){field.value=''});
if(isAccount)root.hidden=true});
addEventListener('pageshow',function(event){if(event.persisted&&isAccount)location.reload()})
})()`

/** In the form the content security policy expects. */
export const hydrateScriptHash = hashOf(hydrateScript)
