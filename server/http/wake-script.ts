import { hashOf } from './page-bundle.ts'

/**
 * What is read comes before what wakes it. Scripts that are fetched while the page is being painted hold the paint up,
 * so they are asked for once it is out, all at once. A page that is not painted, since its tab is hidden or its browser
 * does not tell, wakes after a second. A button that does nothing without the script, pressed before it is there, acts
 * when it comes.
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
setTimeout(wake,document.visibilityState==='hidden'?0:1000)
})()`

/** As the content policy names it. */
export const wakeScriptHash = hashOf(wakeScript)
