import type { giveFeedback as giveFeedbackCall } from '#contract/features/feedback.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, type Limit, limitByIp } from '#server/platform/limits.ts'

const byIp: Limit = { name: 'feedback:place', tries: 20, windowMinutes: 60 }

/** Stored for any account number: the answer does not reveal which numbers exist. */
export async function giveFeedback(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { pin, reason, missing, would_return: wouldReturn }: ParsedBodyOf<typeof giveFeedbackCall>,
  visitor: Pick<Visitor, 'ip'>,
): Promise<AnswerOf<typeof giveFeedbackCall>> {
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  await db.run(sql`
    insert into feedback (pin, answers, created_at)
    values (${pin}, ${JSON.stringify({ reason, missing, wouldReturn })}, ${now})`)
  return { data: { status: 'received' } }
}
