import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config/config.ts'
import type { Passwords } from './identity/passwords.ts'
import type { Session } from './identity/sessions.ts'
import type { Database } from './platform/db/database.ts'
import type { PageBundle } from './platform/http/page-bundle.ts'
import type { Visitor } from './platform/http/visitor.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Clock } from './ports/clock.ts'
import type { EmailVideo } from './ports/email-video.ts'
import type { Fraud } from './ports/fraud.ts'
import type { OutgoingMail } from './ports/outgoing-mail.ts'
import type { Payments } from './ports/payments.ts'

/** All dependencies. Features receive the whole object and declare the parts they use. */
export type Deps = {
  config: Config
  log: FastifyBaseLogger
  clock: Clock
  db: Database
  jobs: Jobs
  passwords: Passwords
  payments: Payments
  fraud: Fraud
  /** Undefined if none is configured. */
  emailVideo: EmailVideo | undefined
  outgoingMail: OutgoingMail
  bundle: PageBundle
  site: PageBundle
  /** The person whose pages an operator views. If given, it replaces the session cookie. */
  findViewed?: (visitor: Visitor) => Promise<Session | undefined>
}
