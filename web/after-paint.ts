/** What is read comes before what wakes it: nothing heavy runs until the first paint is out. */
export function afterPaint(act: () => void): void {
  // A page in a hidden tab is not painted until somebody looks at it.
  if (document.visibilityState === 'hidden') act()
  else requestAnimationFrame(() => setTimeout(act))
}
