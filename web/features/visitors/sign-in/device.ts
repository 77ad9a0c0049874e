import { browserOf } from '#contract/devices/device-name.ts'
import { isMobileHere } from '#web/ui/is-mobile-here.ts'

/** What the sign-in call says about the device, for the session list and the mail about a new device. */
export function deviceFields() {
  const { name, version } = browserOf(navigator.userAgent)
  return {
    screen_height: String(screen.height),
    screen_width: String(screen.width),
    browser_name: name,
    browser_version: version,
    is_mobile: isMobileHere(),
  }
}
