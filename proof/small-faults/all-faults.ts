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
import { faults as recovery } from './recovery.ts'
import { faults as signIn } from './sign-in.ts'
import { faults as signUp } from './sign-up.ts'
import { faults as webAccount } from './web-account.ts'
import { faults as webDesk } from './web-desk.ts'
import { faults as webForm } from './web-form.ts'
import { faults as webOrders } from './web-orders.ts'
import { faults as webSignIn } from './web-sign-in.ts'
import { faults as webSignUp } from './web-sign-up.ts'
import { faults as webSite } from './web-site.ts'
import { faults as webStyles } from './web-styles.ts'
import { faults as webUi } from './web-ui.ts'

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
  recovery,
  'sign-in': signIn,
  'sign-up': signUp,
  'web-account': webAccount,
  'web-desk': webDesk,
  'web-form': webForm,
  'web-orders': webOrders,
  'web-sign-in': webSignIn,
  'web-sign-up': webSignUp,
  'web-site': webSite,
  'web-styles': webStyles,
  'web-ui': webUi,
}
