import type { FastifyInstance } from 'fastify'
import {
  SUPPORT_CHANGES_EVERY_MS,
  SUPPORT_FROM_UTC_HOUR,
  SUPPORT_TO_UTC_HOUR,
} from '#contract/calendar/support-hours.ts'
import { type PageDeps, page } from '#server/platform/http/pages.ts'

export function browserSelectRoutes(app: FastifyInstance, deps: PageDeps): void {
  page(app, deps, 'browser-select', async () => ({}), { headScript: supportHoursScript })
}

/** isSupportOpen and the support banner, for browsers that understand no module. Timers are late in background tabs. */
export const supportHoursScript = `(function(){var timer;
function look(){var now=new Date(),day=now.getDay(),hour=now.getUTCHours(),
isOpen=day>0&&day<6&&hour>=${SUPPORT_FROM_UTC_HOUR}&&hour<=${SUPPORT_TO_UTC_HOUR};
document.querySelector('[data-support=open]').hidden=!isOpen;document.querySelector('[data-support=closed]').hidden=isOpen;
clearTimeout(timer);timer=setTimeout(look,${SUPPORT_CHANGES_EVERY_MS}-now.getTime()%${SUPPORT_CHANGES_EVERY_MS})}
document.addEventListener('DOMContentLoaded',look);document.addEventListener('visibilitychange',look)})()`
