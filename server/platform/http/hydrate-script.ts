import { hashOf } from './page-bundle.ts'

/**
 * Scripts that are fetched while the page is being painted delay the paint, so they are requested after it, all together.
 * A page that is not painted, because its tab is hidden or its browser does not report paints, hydrates after a second. A
 * button that does nothing without the script, pressed before hydration, acts afterwards.
 *
 * A page that is left may be kept by the browser as it stands, and shown again on Back: its secrets are emptied, and a
 * page of the account, which is nobody's after signing out, is hidden and asked for anew.
 */
export const hydrateScript = `(function(){var started,pressed,root=document.documentElement;
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

/** As the content policy names it. */
export const hydrateScriptHash = hashOf(hydrateScript)
