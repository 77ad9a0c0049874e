import type { FastifyInstance } from 'fastify'
import { LONGEST_HOLD_MONTHS } from '#contract/billing/cancel-reasons.ts'
import type { DeskCall } from '#contract/desk/desk-call.ts'
import { type OperatorRole, roleMissing } from '#contract/desk/desk-roles.ts'
import * as contract from '#contract/desk/help.ts'
import {
  type Action,
  actionIn,
  actionsForCaller,
  type HelpValues,
  type OfferedAction,
  type Preview,
  permissionOf,
} from '#contract/desk/help.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import type { Query } from '#contract/wire/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { type DeskDeps, deskPage, deskRoute } from '../desk-routes.ts'
import { type AccountFound, findAccount } from '../find-account.ts'
import * as help from './do.ts'
import * as forCaller from './for-caller.ts'
import { type About, listPeople, type PersonRow, previewOf, shownPerson } from './preview.ts'

export function helpRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'help', ({ role }, { visitor, query }) =>
    showHelp(deps, visitor.parts.number ?? '', query, role),
  )
  const helping = <C extends HelpCall>(call: C, help: Help<C>) =>
    deskRoute<HelpCall>(app, deps, call, (body, operator, { parts }) =>
      help(deps, { number: parts.number ?? '', operator }, body as ParsedBodyOf<C>),
    )
  helping(contract.noteEmailWorks, help.noteEmailWorks)
  helping(contract.unlockSignIn, help.unlockSignIn)
  helping(contract.endSessions, help.endSessions)
  helping(contract.sendResetLink, help.sendResetLink)
  helping(contract.sendPayLink, help.sendLinkToPay)
  helping(contract.recoverFactor, help.recoverFactor)
  helping(contract.inviteForOwner, help.inviteForOwner)
  helping(contract.askForHandOver, help.askForHandOver)
  helping(contract.withdrawHandOver, help.withdrawHandOver)
  helping(contract.resendInvitation, help.resendInvitation)
  helping(contract.cancelForCaller, forCaller.cancel)
  helping(contract.undoCancelForCaller, forCaller.undoCancel)
  helping(contract.holdForCaller, forCaller.hold)
  helping(contract.endHoldForCaller, forCaller.endHold)
}

type HelpCall = DeskCall & { answer: (typeof contract.noteEmailWorks)['answer'] }
type Help<C extends HelpCall> = (
  deps: DeskDeps,
  request: help.HelpRequest,
  body: ParsedBodyOf<C>,
) => Promise<help.HelpDone>

type WhyNot = (person: PersonRow) => string | null

const onceJoined: WhyNot = ({ hasJoined }) => (hasJoined ? null : contract.notJoined)

/** Why an action is unavailable for a person. Actions without it are about the account. */
const whyNot: Partial<Record<Action, WhyNot>> = {
  'reset-link': onceJoined,
  unlock: onceJoined,
  sessions: onceJoined,
  recovery: ({ hasFactor }) => (hasFactor ? null : contract.noFactor),
  invitation: ({ hasJoined }) => (hasJoined ? contract.hasJoined : null),
  'email-works': ({ isBounced }) => (isBounced ? null : contract.notBounced),
  'hand-over': (person) => (person.role === 'owner' ? contract.ownsAlready : onceJoined(person)),
}
/** In a link, in place of a person's id. */
const CONTACT = 'contact'

const actionsOfPerson = Object.keys(whyNot) as Action[]
const actionsOfAccount: readonly Action[] = ['pay-link', 'invite', 'withdraw-hand-over', ...actionsForCaller]

/** The list of actions or, with an action and its person, its preview. */
async function showHelp(
  deps: Pick<Deps, 'db' | 'clock'>,
  number: string,
  query: Query,
  role: OperatorRole,
): Promise<HelpValues | Refused> {
  const { db, clock } = deps
  const now = clock.now()
  const account = await findAccount(db, number)
  if (!account) return refuse('not-found')
  const action = actionIn(query.action) ?? null
  const people = await listPeople(db, account.id, now)
  const why = action && whyNot[action]
  // The person may be chosen before an action.
  const isAboutPerson = action === null || why !== undefined
  const person = isAboutPerson ? (people.find(({ id }) => String(id) === query.person) ?? null) : null
  const contact = account.contact === '' ? null : { email: account.contact, why: whyNotContact(account) }
  const about = {
    account,
    people,
    person,
    isEveryone: query.person === 'everyone',
    isContact: query.person === CONTACT,
    months: monthsIn(query.months),
  }
  return {
    number,
    company: account.company,
    action,
    actions: action ? [] : await listActions(db, about, role, now),
    people: people.map((one) => shownPerson(one, why?.(one) ?? null)),
    person: person && shownPerson(person, why?.(person) ?? null),
    contact: action === 'email-works' ? contact : null,
    months: about.months,
    preview: action ? await previewFor(db, action, about, role, now) : { kind: 'choose' },
  }
}

function whyNotContact({ contactBouncedAt }: AccountFound): string | null {
  return contactBouncedAt ? null : contract.contactNotBounced
}

function monthsIn(text = ''): number | null {
  const months = Number(text)
  return Number.isInteger(months) && months >= 1 && months <= LONGEST_HOLD_MONTHS ? months : null
}

/** All actions; unavailable ones say why. */
async function listActions(db: Db, about: About, role: OperatorRole, now: Date): Promise<OfferedAction[]> {
  const offered: OfferedAction[] = []
  for (const action of about.person ? actionsOfPerson : [...actionsOfPerson, ...actionsOfAccount]) {
    const preview = await previewFor(db, action, about, role, now)
    const isForNobody =
      !about.person &&
      about.people.every((one) => whyNot[action]?.(one)) &&
      (action !== 'email-works' || whyNotContact(about.account) !== null)
    const why = preview.kind === 'cannot' ? preview.why : isForNobody ? contract.nobodyFits : null
    offered.push({ action, why })
  }
  return offered
}

async function previewFor(
  db: Db,
  action: Action,
  about: About,
  role: OperatorRole,
  now: Date,
): Promise<Preview> {
  const why = roleMissing({ role }, permissionOf(action)) ?? (about.person && whyNot[action]?.(about.person))
  return why ? { kind: 'cannot', why } : previewOf(db, action, about, now)
}
