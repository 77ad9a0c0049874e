import { isCall } from '#contract/wire/call.ts'
import * as access from './access/calls.ts'
import * as account from './account/calls.ts'
import * as approvals from './approvals/calls.ts'
import type { DeskCall, OpenDeskCall } from './desk-call.ts'
import * as disputes from './disputes/calls.ts'
import * as feed from './feed/calls.ts'
import * as find from './find/calls.ts'
import * as heldSignUps from './held-sign-ups/calls.ts'
import * as help from './help/calls.ts'
import * as mails from './mails/calls.ts'
import * as money from './money/calls.ts'
import * as operators from './operators/calls.ts'
import * as partners from './partners/calls.ts'
import * as seeAs from './see-as/calls.ts'
import * as settingsBlocks from './settings/blocks/calls.ts'
import * as settings from './settings/calls.ts'
import * as settingsPrices from './settings/prices/calls.ts'
import * as settingsWebinars from './settings/webinars/calls.ts'
import * as signIn from './sign-in/calls.ts'
import * as today from './today/calls.ts'

/** Every call of the desk. */
export const deskCalls = [
  access,
  account,
  approvals,
  disputes,
  feed,
  find,
  heldSignUps,
  help,
  mails,
  money,
  operators,
  partners,
  seeAs,
  settingsBlocks,
  settings,
  settingsPrices,
  settingsWebinars,
  signIn,
  today,
]
  .flatMap((subject) => Object.values<unknown>(subject))
  .filter((value): value is DeskCall | OpenDeskCall => isCall(value))
