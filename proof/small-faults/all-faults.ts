import { faults as account } from './account.ts'
import { faults as adapters } from './adapters.ts'
import { faults as admin } from './admin.ts'
import { faults as background } from './background.ts'
import { faults as billing } from './billing.ts'
import { faults as contract } from './contract.ts'
import { faults as desk } from './desk.ts'
import type { SmallFault } from './fault.ts'
import { faults as identity } from './identity.ts'
import { faults as money } from './money.ts'
import { faults as partners } from './partners.ts'
import { faults as people } from './people.ts'
import { faults as plan } from './plan.ts'
import { faults as platform } from './platform.ts'
import { faults as publicPages } from './public.ts'
import { faults as signIn } from './sign-in.ts'
import { faults as signUp } from './sign-up.ts'

/** All faults, by the name of their file. */
export const faultsByWord: Record<string, readonly SmallFault[]> = {
  account,
  adapters,
  admin,
  background,
  billing,
  contract,
  desk,
  identity,
  money,
  partners,
  people,
  plan,
  platform,
  public: publicPages,
  'sign-in': signIn,
  'sign-up': signUp,
}
