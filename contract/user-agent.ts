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
