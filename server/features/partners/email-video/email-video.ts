import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as signInMessages from '#contract/accounts/sign-in.ts'
import { confirmEmailVideo as confirmEmailVideoCall } from '#contract/features/email-video.ts'
import { pages } from '#contract/pages.ts'
import * as partnerMessages from '#contract/partners/messages.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { mailOwner } from '#server/accounts/accounts.ts'
import { statusesOpenToPartners } from '#server/accounts/status-rules.ts'
import type { Deps } from '#server/deps.ts'
import { sealGrant } from '#server/identity/seal.ts'
import { originOf } from '#server/identity/sessions.ts'
import { BY_ACCOUNT_NUMBER } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formPost, messageOf, type PostedForm, showForm } from '#server/platform/http/form-post.ts'
import { page, queryOf } from '#server/platform/http/pages.ts'
import { parse, route } from '#server/platform/http/route.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, giveBackTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import { accountInMail, type NamedAccount } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import type { Mail, MailSite } from '#server/platform/mail/queue-mail.ts'
import { attempt, isRefused, refuse } from '#server/platform/refusal.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import { type TransactionDeps, transaction } from '#server/platform/transaction.ts'
import { later, SECOND } from '#server/ports/clock.ts'

type ConfirmDeps = TransactionDeps & Pick<Deps, 'emailVideo'>

/** The partner issues the codes; invented ones count against the same limit. */
const byIp: Limit = { name: 'email-video:place', tries: 20, windowMinutes: 15 }

/**
 * Links the account with this number to the partner by its code. A code allows five tries and works once.
 * Anyone who knows the number can do this without signing in, so an existing link stays until someone signed
 * in removes it.
 */
async function confirmEmailVideo(
  deps: ConfirmDeps,
  { pin, code }: ParsedBodyOf<typeof confirmEmailVideoCall>,
  visitor: Pick<Visitor, 'ip' | 'userAgent'>,
): Promise<AnswerOf<typeof confirmEmailVideoCall>> {
  const { db, clock, config, emailVideo } = deps
  const now = clock.now()
  if (!emailVideo || code === '')
    throw refuse('invalid-fields', { errors: signInMessages.partnerPageInvalid })
  const counted = limitByIp(byIp, visitor.ip)
  await countTries(db, counted, now)
  if (!(await countCodeTry(db, code, now)))
    throw refuse('invalid-fields', { errors: partnerMessages.partnerCodeSpent })
  const account = await findLinkable(db, pin)
  if (!account) throw refuse('invalid-fields', { errors: { pin: [partnerMessages.pinDoesNotFit] } })
  const { name } = config.emailVideo
  const connectedAlready = refuse('invalid-fields', { errors: partnerMessages.connectedAlready(name) })
  if (account.isLinked) throw connectedAlready

  // Claimed before the partner is called, so that of two concurrent requests only one calls it.
  if (!(await claimCode(db, code, account.id, now)))
    throw refuse('invalid-fields', { errors: partnerMessages.partnerCodeSpent })
  const outcome = await emailVideo.exchange(code)
  if (outcome.kind === 'away') {
    await giveCodeBack(db, code)
    throw refuse('unavailable', { errors: partnerMessages.partnerAway, retryAfterSeconds: 60 })
  }
  if (outcome.kind === 'refused') {
    await db.run(sql`update partner_codes set account_id = null where code_hash = ${hashToken(code)}`)
    throw refuse('invalid-fields', { errors: partnerMessages.partnerRefusedCode })
  }

  const sealed = sealGrant(outcome.grant, config.secrets)
  await transaction(deps, async (tx) => {
    if (!(await storeLink(tx, account.id, sealed, tx.now))) throw connectedAlready
    const entry = { actor: BY_ACCOUNT_NUMBER, accountId: account.id, origin: originOf(visitor) }
    await tx.audit({ ...entry, action: 'app-connected', details: { app: name } })
    await mailOwner(tx, account.id, emailVideoLinkedMail, tx.config.emailVideo.name)
  })
  await giveBackTries(db, counted)
  return { redirect_uri: config.emailVideo.returnUrl }
}

/** Handles the form posted without JavaScript to its own URL, which has the code in its query. */
async function answerPinForm(deps: Deps, posted: PostedForm): Promise<FastifyReply> {
  const { code = '' } = queryOf(posted.request)
  const body = parse(confirmEmailVideoCall, { ...posted.raw, code })
  const result = isRefused(body) ? body : await attempt(confirmEmailVideo(deps, body, posted.visitor))
  if (!isRefused(result)) return posted.reply.redirect(result.redirect_uri, 303)
  const isSpent = !isRefused(body) && result.errors === partnerMessages.partnerCodeSpent
  if (isSpent && (await hasConnected(deps, body)))
    return posted.reply.redirect(deps.config.emailVideo.returnUrl, 303)
  const sent = { pin: posted.raw.pin ?? '', errors: messageOf(result) }
  return showForm(deps, posted, 'email-video', { name: deps.config.emailVideo.name, sent }, result)
}

/** Longer than the partner may take. */
const FIRST_ANSWER_MS = 10 * SECOND
const LOOK_AGAIN_MS = 250

/**
 * Whether the form was pressed before and has connected this account with this code. A browser shows the
 * answer of the last press only, so that one waits for the first.
 */
async function hasConnected(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { pin, code }: Pick<ParsedBodyOf<typeof confirmEmailVideoCall>, 'pin' | 'code'>,
): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
    const used = await db.maybe<{ isLinked: boolean; isUnderWay: boolean }>(sql`
      select exists (select from email_video_links l where l.account_id = a.id) as "isLinked",
        c.used_at > ${later(clock.now(), -FIRST_ANSWER_MS)} as "isUnderWay"
      from partner_codes c join accounts a on a.id = c.account_id
      where c.code_hash = ${hashToken(code)} and a.pin = ${pin} and c.used_at is not null`)
    if (!used?.isUnderWay || used.isLinked || waitedMs >= FIRST_ANSWER_MS) return used?.isLinked === true
    await sleep(LOOK_AGAIN_MS)
  }
}

const TRIES_PER_CODE = 5

/**
 * False if the code has been used or tried too often. A single statement, so that concurrent tries are
 * counted.
 */
async function countCodeTry(db: Db, code: string, now: Date): Promise<boolean> {
  const row = await db.maybe(sql`
    insert into partner_codes as c (code_hash, tries, first_seen_at) values (${hashToken(code)}, 1, ${now})
    on conflict (code_hash) do update set tries = c.tries + 1
    where c.used_at is null and c.tries < ${TRIES_PER_CODE}
    returning c.tries`)
  return row !== undefined
}

type Linkable = {
  id: number
  isLinked: boolean
}

/** Only an active account can be linked. */
function findLinkable(db: Db, pin: string): Promise<Linkable | undefined> {
  return db.maybe<Linkable>(sql`
    select a.id, exists (select from email_video_links l where l.account_id = a.id) as "isLinked"
    from accounts a
    where a.pin = ${pin} and a.status = any(${statusesOpenToPartners}) and a.fraud_marked_at is null`)
}

async function claimCode(db: Db, code: string, accountId: number, now: Date): Promise<boolean> {
  const claimed = await db.run(sql`
    update partner_codes set used_at = ${now}, account_id = ${accountId}
    where code_hash = ${hashToken(code)} and used_at is null`)
  return claimed > 0
}

/** The partner never received the code, so the try does not count. */
async function giveCodeBack(db: Db, code: string): Promise<void> {
  await db.run(sql`
    update partner_codes set used_at = null, account_id = null, tries = tries - 1 where code_hash = ${hashToken(code)}`)
}

/** False if the account is already linked, as by a concurrent request with another code. */
async function storeLink(tx: Db, accountId: number, sealed: string, now: Date): Promise<boolean> {
  const stored = await tx.run(sql`
    insert into email_video_links (account_id, sealed_grant, linked_at) values (${accountId}, ${sealed}, ${now})
    on conflict (account_id) do nothing`)
  return stored > 0
}

export function emailVideoLinkedMail(
  account: NamedAccount,
  { publicUrl, provider }: MailSite,
  name: string,
): Mail {
  return {
    purpose: 'new-partner',
    subject: `${name} is now connected to your account ${account.pin}`,
    paragraphs: [
      `Someone connected ${name} to ${accountInMail(account)}, by entering its number.`,
      'If this was you, you do not need to do anything. You can disconnect it at any time.',
    ],
    buttons: [{ label: 'See your connected apps', url: `${publicUrl}${pages['connected-apps']}` }],
    closing: [`Was this not you? Disconnect it. ${questions({ provider })}`],
  }
}

export function emailVideoRoutes(app: FastifyInstance, deps: Deps): void {
  const { name } = deps.config.emailVideo
  route(app, confirmEmailVideoCall, (body, visitor) => confirmEmailVideo(deps, body, visitor))
  page(app, deps, 'email-video', async () => ({ name }), { isPersonal: true })
  formPost(app, 'email-video', (posted) => answerPinForm(deps, posted))
}
