/** Legacy Internet Explorer: every version of it names itself in one of these two ways. */
export function isInternetExplorer(userAgent: string): boolean {
  return /MSIE |Trident\//.test(userAgent)
}

/**
 * Phones and tablets. An iPad calls itself a Macintosh, but no Macintosh has a touch screen:
 * in the browser the number of touch points tells.
 */
export function isMobileDevice(userAgent: string, touchPoints = 0): boolean {
  return (
    /Android|iPhone|iPad|iPod|Windows Phone|IEMobile|BlackBerry|BB10|webOS|Opera Mini|Mobile\b|Tablet|Silk\//i.test(
      userAgent,
    ) ||
    (/Macintosh/.test(userAgent) && touchPoints > 1)
  )
}

/** iPhones call themselves Macs and Android calls itself Linux: the more particular first. */
const systems: [name: string, mark: RegExp][] = [
  ['iPhone', /iPhone|iPod/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['Linux', /Linux|X11/],
]

/** Empty where we do not know. */
export function systemOf(userAgent: string): string {
  return systems.find(([, mark]) => mark.test(userAgent))?.[0] ?? ''
}
