import * as paymentMessages from '#contract/billing/messages.ts'
import { RESUME_LINK_HOURS } from '#contract/calendar/lifetimes.ts'
import type { Wizard } from '#contract/features/sign-up/bodies.ts'
import type { requestResume as requestResumeCall, resumeSignUp } from '#contract/features/sign-up/calls.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import type { ResumeSignUpValues } from '#contract/features/sign-up/values.ts'
import { pages } from '#contract/pages.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Deps } from '#server/deps.ts'
import { findLink, linkLimit, makeLink, spendLink, wasUsed } from '#server/identity/links.ts'
import { setVisitorCookie } from '#server/identity/visitor-cookie.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type CookieJar, cookieName, cookieOf, type Visitor } from '#server/platform/http/visitor.ts'
import { defineJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import { type Counted, countTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { type Mail, type MailSite, queueMail } from '#server/platform/mail/queue-mail.ts'
import { refuse } from '#server/platform/refusal.ts'
import { type Tx, transaction } from '#server/platform/transaction.ts'
import { DAY, HOUR } from '#server/ports/clock.ts'
import { findWaitingOrder, type WaitingOrder } from './email-in-use.ts'
import { addressOfTyped, findUnfinished, firstNameOf, handOver, type Unfinished } from './unfinished.ts'

const requestsByIp: Limit = { name: 'resume:place', tries: 20, windowMinutes: 60 }
const requestsByEmail: Limit = { name: 'resume:email', tries: 4, windowMinutes: 60 }
const linksByIp = linkLimit('resume-link')

/**
 * Whether or not a sign-up exists, the answer and the work are the same: one job, and only the job looks it
 * up.
 */
export async function requestResume(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  { email }: ParsedBodyOf<typeof requestResumeCall>,
  visitor: Pick<Visitor, 'ip'>,
): Promise<AnswerOf<typeof requestResumeCall>> {
  const limits: Counted[] = [...limitByIp(requestsByIp, visitor.ip), [requestsByEmail, email.toLowerCase()]]
  await countTries(db, limits, clock.now())
  await db.transaction((tx) => jobs.send(tx, sendResumeLink, { email, isFromSupport: false }))
  return { data: { status: 'sent' } }
}

/** Mails the link to continue an unfinished sign-up, within the person's own limit. */
export async function sendResumeBySupport(
  tx: Db,
  { jobs, now }: { jobs: Jobs; now: Date },
  { id, actor, reason }: { id: number; actor: string; reason: string },
): Promise<{ email: string }> {
  const found = await tx.maybe<{ email: string }>(sql`select email from unfinished_sign_ups where id = ${id}`)
  if (!found) throw refuse('not-found', { errors: 'This sign-up was finished or deleted in the meantime.' })
  await countTries(tx, [[requestsByEmail, found.email.toLowerCase()]], now)
  await jobs.send(tx, sendResumeLink, { email: found.email, isFromSupport: true })
  await recordAudit(tx, { actor, action: 'resume-link-sent', details: { signUp: id, reason } }, now)
  return found
}

const sendResumeLink = defineJob<{
  email: string
  /** Sent by our support team: the person did not ask. */
  isFromSupport: boolean
}>({
  name: 'send-resume-link',
  retries: 5,
  firstRetrySeconds: 5,
  longestRetrySeconds: 120,
  expiresSeconds: 60,
  isQuiet: true,
  dropsFailed: true,
})

/** Mails a link to the owner of an unfinished sign-up's email; sends nothing if there is none. */
export function handleResumeLinks(deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>): void {
  deps.jobs.handle(sendResumeLink, ({ email, isFromSupport }) =>
    transaction(deps, async (tx) => {
      const unfinished = await findUnfinished(tx, email)
      if (!unfinished) return
      const waiting = await findWaitingOrder(tx, email)
      await postResumeLink(tx, unfinished, { isFromSupport, waiting })
    }),
  )
}

/** `waiting`: an order with this email that is not settled yet. */
type ResumeCase = { isFromSupport: boolean; waiting: WaitingOrder | undefined }

async function postResumeLink(tx: Tx, { email, typed }: Unfinished, about: ResumeCase): Promise<void> {
  const link = {
    purpose: 'resume-sign-up' as const,
    subject: { email },
    lastsMs: RESUME_LINK_HOURS * HOUR,
  }
  const linkToken = await makeLink(tx, link, tx.now)
  const mail = resumeSignUpMail(tx.config, { ...about, linkToken })
  await queueMail(tx, { email, firstName: firstNameOf(typed) }, mail)
}

export function resumeSignUpMail(
  { publicUrl, provider }: MailSite,
  { isFromSupport, waiting, linkToken }: ResumeCase & { linkToken: string },
): Mail {
  return {
    purpose: 'resume-sign-up',
    subject: 'Continue your sign-up',
    paragraphs: [
      isFromSupport
        ? 'You started to sign up and did not finish. The link below takes you to where you left off, on any device.'
        : 'You started to sign up and asked for a link to continue. It takes you to where you left off, on any device.',
      'We saved your plan and what you entered, except your password, your security answers and your card. Please enter those again.',
      chargedSoFar(waiting),
      `The link works once, for ${RESUME_LINK_HOURS} hours.`,
    ],
    buttons: [
      {
        label: 'Continue your sign-up',
        url: `${publicUrl}${fillPath(pages['resume-sign-up'], { linkToken })}`,
      },
    ],
    closing: [
      isFromSupport
        ? 'If you do not want to continue, you can ignore this email. Nobody can continue without this link.'
        : 'If you did not ask for this, you can ignore it. Nobody can continue without this link.',
      questions({ provider }),
    ],
  }
}

/** The payment of an order that waits may have been taken already. */
function chargedSoFar(waiting: WaitingOrder | undefined): string {
  switch (waiting) {
    case undefined:
      return 'Nothing has been charged.'
    case 'held':
      return paymentMessages.emailUnderReview
    case 'confirming':
      return 'A payment for a sign-up with this email is being confirmed with the bank right now. If it goes through, we will email you a receipt, and you do not need this link. If it does not, use the link to try again.'
  }
}

/** Checks without using the link: mail programs and scanners open links too. */
export async function showResume(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
): Promise<ResumeSignUpValues> {
  const link = await findLink(db, 'resume-sign-up', linkToken, clock.now())
  const isValid = link !== undefined && (await findUnfinished(db, emailOf(link.subject))) !== undefined
  return { linkToken, isValid, wasUsed: await wasUsed(db, 'resume-sign-up', linkToken) }
}

/** Uses the link and makes this visitor the sign-up's owner, so that they get no more warnings about it. */
export async function resume(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  linkToken: string,
  visitor: Visitor,
): Promise<AnswerOf<typeof resumeSignUp>> {
  const { db, clock, config } = deps
  await countTries(db, limitByIp(linksByIp, visitor.ip), clock.now())
  const visitorHash = setVisitorCookie(visitor, config)
  // A link whose sign-up is gone stays used up.
  const unfinished = await transaction(deps, async (tx) => {
    const link = await spendLink(tx, 'resume-sign-up', linkToken, tx.now)
    if (link) return handOver(tx, emailOf(link.subject), visitorHash)
    const isUsed = await wasUsed(tx, 'resume-sign-up', linkToken)
    throw refuse('resume-link-invalid', isUsed ? { errors: messages.resumeLinkUsed } : {})
  })
  if (!unfinished) throw refuse('resume-link-invalid')
  const { wizard, ...typed } = unfinished.typed
  setWizardCookie(visitor, wizard, config)
  // It was stored as JSON, so nothing in it is undefined.
  const form = typed as Record<string, string | number | boolean>
  return { data: { wizard, address: addressOfTyped(unfinished.typed), form } }
}

function emailOf(subject: Record<string, unknown>): string {
  return String(subject.email ?? '')
}

const WIZARD_COOKIE = 'sign-up-wizard'

/**
 * A sign-up continued by its link opens in its own wizard, even if the setting has changed since: the other
 * one has neither its fields nor its whole plan. Not signed, because anyone may use both wizards.
 */
function setWizardCookie(visitor: Visitor, wizard: Wizard, jar: CookieJar): void {
  visitor.setCookie(cookieOf(WIZARD_COOKIE, wizard, DAY, jar))
}

export function readWizard(visitor: Pick<Visitor, 'cookies'>, jar: CookieJar): string | undefined {
  return visitor.cookies[cookieName(WIZARD_COOKIE, jar)]
}
