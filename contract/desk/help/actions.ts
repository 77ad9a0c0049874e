import { FACTOR_RECOVERY_HOURS, FACTOR_RECOVERY_HOURS_AFTER_RESET } from '#contract/calendar/lifetimes.ts'
import type { DeskPermission } from '../desk-roles.ts'

/** What operators can do for the people of an account: its name in a link, and in words. */
export const actions = {
  'email-works': 'Note that an email works again',
  unlock: 'Let a person try to sign in again',
  sessions: 'End sessions',
  'reset-link': 'Send a link to set a new password',
  'pay-link': 'Send a link to pay the open bill',
  recovery: `Remove a lost second factor after ${FACTOR_RECOVERY_HOURS} or ${FACTOR_RECOVERY_HOURS_AFTER_RESET} hours`,
  invite: 'Invite a person',
  invitation: 'Send an invitation again',
  'hand-over': 'Hand the account over to another person',
  'withdraw-hand-over': 'Withdraw the hand-over',
  cancel: 'Cancel the subscription',
  'undo-cancel': 'Undo the cancellation',
  hold: 'Put the plan on hold',
  'end-hold': 'End the hold',
} as const
export type Action = keyof typeof actions

/** What is done for somebody who calls: they are named, and the owner gets an email. */
export const actionsForCaller = ['cancel', 'undo-cancel', 'hold', 'end-hold'] as const satisfies Action[]
export type ActionForCaller = (typeof actionsForCaller)[number]

export function isForCaller(action: Action): action is ActionForCaller {
  return actionsForCaller.some((one) => one === action)
}

export function permissionOf(action: Action): DeskPermission {
  return isForCaller(action) ? 'cancel' : 'help'
}

export function actionIn(text: string | undefined): Action | undefined {
  return text !== undefined && Object.hasOwn(actions, text) ? (text as Action) : undefined
}
