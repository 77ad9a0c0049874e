import { openOutgoingMail } from '../adapters/outgoing-mail-smtp.ts'
import type { OutgoingMail } from '../ports/outgoing-mail.ts'
import { ofLocalhost } from './certificates.ts'

/** The real implementation, configured to trust the test mail servers. */
export function trustingOutgoingMail(): OutgoingMail {
  return openOutgoingMail({ allowsPrivate: true, timeoutMs: 5_000, authorities: [ofLocalhost.cert] })
}
