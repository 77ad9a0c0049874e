import type { answerPasskeyOffer } from '#contract/features/passkeys/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { notePasskeyOffer } from '#server/identity/passkey-offers.ts'
import type { Session } from '#server/identity/sessions.ts'

export async function answerOffer(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { answer }: ParsedBodyOf<typeof answerPasskeyOffer>,
  { agentId }: Session,
): Promise<AnswerOf<typeof answerPasskeyOffer>> {
  await notePasskeyOffer(db, agentId, answer, clock.now())
  return { data: { status: 'noted' } }
}
