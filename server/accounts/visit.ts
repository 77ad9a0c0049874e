import type * as z from 'zod/mini'
import type { visitFields } from '#contract/accounts/visit-fields.ts'
import type { Visit } from '#server/identity/sessions.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'

type Said = { [Name in keyof typeof visitFields]: z.output<(typeof visitFields)[Name]> }

/** What a sign-in says about its device, as the session keeps it. */
export function visitOf(
  said: Omit<Said, 'next'>,
  visitor: Pick<Visitor, 'ip' | 'userAgent'>,
): Omit<Visit, 'deviceHash'> {
  return {
    address: visitor.ip,
    userAgent: visitor.userAgent,
    browserName: said.browser_name,
    browserVersion: said.browser_version,
    screenWidth: said.screen_width,
    screenHeight: said.screen_height,
    isMobile: said.is_mobile,
    isMobileRetry: said.mobile_retry,
  }
}
