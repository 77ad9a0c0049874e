import type { Call } from '#contract/wire/call.ts'
import { beginView, endView, readView } from './see-as/calls.ts'
import {
  addDeskPasskey,
  confirmDeskCode,
  confirmDeskPasskey,
  endDeskSession,
  removeDeskPasskey,
  signInToDesk,
  signOutOfDesk,
  startAtDesk,
  startDeskPasskey,
  startDeskPasskeyStep,
} from './sign-in/calls.ts'

/** Every call of the desk. */
export const deskCalls: Call[] = [
  signInToDesk,
  confirmDeskCode,
  startDeskPasskeyStep,
  confirmDeskPasskey,
  startAtDesk,
  signOutOfDesk,
  startDeskPasskey,
  addDeskPasskey,
  removeDeskPasskey,
  endDeskSession,
  beginView,
  readView,
  endView,
]
