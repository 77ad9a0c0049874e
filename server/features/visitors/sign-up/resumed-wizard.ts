import type { Wizard } from '#contract/features/sign-up/bodies.ts'
import { type CookieJar, cookieName, cookieOf, type Visitor } from '#server/platform/http/visitor.ts'
import { DAY } from '#server/ports/clock.ts'

const NAME = 'sign-up-wizard'

/**
 * A sign-up that is continued by its link opens in its own wizard, also when the setting has changed since: the other one
 * has neither its fields nor its whole plan. Not signed, because both wizards may be used by everyone.
 */
export function keepWizard(visitor: Visitor, wizard: Wizard, jar: CookieJar): void {
  visitor.setCookie(cookieOf(NAME, wizard, DAY, jar))
}

export function readWizard(visitor: Pick<Visitor, 'cookies'>, jar: CookieJar): string | undefined {
  return visitor.cookies[cookieName(NAME, jar)]
}
