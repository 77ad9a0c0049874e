import { isMobileDevice } from '#contract/devices/user-agent.ts'

/** Only the browser can detect a tablet that identifies itself as a desktop. */
export function isMobileHere(): boolean {
  return isMobileDevice(navigator.userAgent, navigator.maxTouchPoints)
}
