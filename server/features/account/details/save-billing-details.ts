import * as messages from '#contract/accounts/people-messages.ts'
import type { saveBillingDetails as saveBillingDetailsCall } from '#contract/features/details/calls.ts'
import type { BillingDetails } from '#contract/features/details/values.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { lockAccount } from '#server/accounts/lock-account.ts'
import { findOwner } from '#server/accounts/owner.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { countTries, type Limit } from '#server/platform/limits.ts'
import { refuse } from '#server/platform/refusal.ts'
import { changedNames } from './changed-names.ts'
import { postContactChanged, postContactNamed } from './mails.ts'
import { findBillingDetails, setBillingDetails } from './queries.ts'

/** Limits how often a customer can make us email people who have no account. */
const byAccount: Limit = { name: 'billing-contact:account', tries: 5, windowMinutes: 24 * 60 }
const byContact: Limit = { name: 'billing-contact:email', tries: 3, windowMinutes: 24 * 60 }

export async function saveBillingDetails(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  body: ParsedBodyOf<typeof saveBillingDetailsCall>,
  { agentId, accountId, origin }: Session,
): Promise<AnswerOf<typeof saveBillingDetailsCall>> {
  const { db, clock } = deps
  const now = clock.now()
  const details = body.same_address ? { ...body, ...noAddress } : body
  await checkContact(db, accountId, details.billing_contact, now)
  await db.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const before = await findBillingDetails(tx, accountId)
    const changed = changedNames<BillingDetails>(before, details)
    if (changed.length === 0) return
    await setBillingDetails(tx, accountId, details)
    if (changed.includes('billing_contact')) {
      const contacts = { former: before.billing_contact, next: details.billing_contact }
      await postContactChanged(tx, { ...deps, now }, accountId, contacts)
      if (contacts.next) await postContactNamed(tx, { ...deps, now }, accountId, contacts.next)
    }
    const entry = {
      actor: { agentId },
      action: 'billing-details-changed' as const,
      origin,
      accountId,
      details: { changed },
    }
    await recordAudit(tx, entry, now)
  })
  return { data: { status: 'saved' } }
}

const noAddress = { street_address: '', locality: '', region: '', postal_code: '' }

/** Only a new contact is emailed, so only a new contact counts against the limit. */
async function checkContact(db: Db, accountId: number, contact: string, now: Date): Promise<void> {
  if (contact === '') return
  const owner = await findOwner(db, accountId)
  if (contact.toLowerCase() === owner.email.toLowerCase())
    throw refuse('invalid-fields', { errors: { billing_contact: [messages.alreadyGetsInvoices] } })
  const { billing_contact: former } = await findBillingDetails(db, accountId)
  if (contact === former) return
  const counted = [[byAccount, String(accountId)] as const, [byContact, contact.toLowerCase()] as const]
  await countTries(db, counted, now)
}
