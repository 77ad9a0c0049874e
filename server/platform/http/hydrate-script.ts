import { hashOf } from './page-bundle.ts'

/**
 * What is read comes before what wakes it. Scripts that are fetched while the page is being painted hold the paint up,
 * so they are asked for once it is out, all at once. A page that is not painted, since its tab is hidden or its browser
 * does not tell, wakes after a second. A button that does nothing without the script, pressed before it is there, acts
 * when it comes.
 *
 * A page that is left may be kept by the browser as it stands, and shown again on Back: its secrets are emptied, and a
 * page of the account, which is nobody's after signing out, is hidden and asked for anew.
 */
export const wakeScript = `(function(){var woken,pressed,root=document.documentElement;
function remember(event){pressed=event.target.closest('button[type=button]:not([popovertarget])')||pressed}
document.addEventListener('click',remember,true);
new MutationObserver(function(seen,observer){observer.disconnect();document.removeEventListener('click',remember,true);
if(pressed)pressed.click()}).observe(root,{attributeFilter:['data-awake']});
function wake(){if(woken)return;woken=true;var page=document.getElementById('page-props').dataset;
page.scripts.split(' ').forEach(function(script){var link=document.createElement('link');
link.rel='modulepreload';link.href=script;document.head.appendChild(link)});import(page.entry)}
try{new PerformanceObserver(wake).observe({type:'paint',buffered:true})}catch(unknown){wake()}
setTimeout(wake,document.visibilityState==='hidden'?0:1000);
var isAccount='account' in document.getElementById('page-props').dataset;
addEventListener('pagehide',function(){document.querySelectorAll('[data-secret]').forEach(function(field){field.value=''});
if(isAccount)root.hidden=true});
addEventListener('pageshow',function(event){if(event.persisted&&isAccount)location.reload()})
})()`

/** As the content policy names it. */
export const wakeScriptHash = hashOf(wakeScript)
