import { confirmIdentity } from '#contract/features/step-up.ts'
import type { BodyOf } from '#contract/wire/call.ts'
import { waysIn } from '#web/account/ways-in.ts'
import { errorsOf, sendOnce } from '#web/api.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { WayFormProps } from './way-form.ts'

/** Sends what was typed. If it is not enough any more, the dialog asks for what is. */
export async function confirmBy(
  typed: BodyOf<typeof confirmIdentity>,
  onErrors: (errors: ServerErrors) => void,
  { onConfirmed, onOtherWays }: WayFormProps,
): Promise<void> {
  const outcome = await sendOnce(confirmIdentity, typed)
  if (outcome.kind === 'answered') return onConfirmed()
  const ways = waysIn(outcome)
  if (ways) return onOtherWays(ways)
  const errors = errorsOf(outcome)
  if (errors !== undefined) onErrors(errors)
}
