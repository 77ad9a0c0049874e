import { isMobileDevice } from '#contract/devices/user-agent.ts'

/** Only the browser can tell a tablet that calls itself a desktop. */
export function isMobileHere(): boolean {
  return isMobileDevice(navigator.userAgent, navigator.maxTouchPoints)
}
