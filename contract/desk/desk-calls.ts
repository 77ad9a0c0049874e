import { isCall } from '#contract/wire/call.ts'
import * as access from './access.ts'
import * as account from './account.ts'
import * as approvals from './approvals.ts'
import type { DeskCall, OpenDeskCall } from './desk-call.ts'
import * as disputes from './disputes.ts'
import * as feed from './feed.ts'
import * as find from './find.ts'
import * as heldSignUps from './held-sign-ups.ts'
import * as help from './help.ts'
import * as mails from './mails.ts'
import * as money from './money.ts'
import * as operators from './operators.ts'
import * as partners from './partners.ts'
import * as seeAs from './see-as.ts'
import * as settings from './settings.ts'
import * as signIn from './sign-in.ts'
import * as today from './today.ts'

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
  settings,
  signIn,
  today,
]
  .flatMap((subject) => Object.values<unknown>(subject))
  .filter((value): value is DeskCall | OpenDeskCall => isCall(value))
