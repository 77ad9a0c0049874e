import { openOutgoingMail } from '../adapters/outgoing-mail-smtp.ts'
import type { OutgoingMail } from '../ports/outgoing-mail.ts'
import { ofLocalhost } from './certificates.ts'

/** The real one, which trusts the mail servers of the tests. */
export function trustingOutgoingMail(): OutgoingMail {
  return openOutgoingMail({ allowsPrivate: true, timeoutMs: 5_000, authorities: [ofLocalhost.cert] })
}
