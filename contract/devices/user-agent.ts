/** Every version of Internet Explorer identifies itself in one of these two ways. */
export function isInternetExplorer(userAgent: string): boolean {
  return /MSIE |Trident\//.test(userAgent)
}

/**
 * Phones and tablets. An iPad identifies itself as a Macintosh, but no Mac has a touch screen, so the browser
 * passes its number of touch points.
 */
export function isMobileDevice(userAgent: string, touchPoints = 0): boolean {
  return (
    /Android|iPhone|iPad|iPod|Windows Phone|IEMobile|BlackBerry|BB10|webOS|Opera Mini|Mobile\b|Tablet|Silk\//i.test(
      userAgent,
    ) ||
    (/Macintosh/.test(userAgent) && touchPoints > 1)
  )
}

/** iPhones claim to be Macs and Android claims to be Linux, so the most specific come first. */
const systems: [name: string, mark: RegExp][] = [
  ['iPhone', /iPhone|iPod/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['Linux', /Linux|X11/],
]

/** Empty if unknown. */
export function systemOf(userAgent: string): string {
  return systems.find(([, mark]) => mark.test(userAgent))?.[0] ?? ''
}
