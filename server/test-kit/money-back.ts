import { type CreditNote, findNote, type RefundDeps } from '#server/billing/refunds/credit-notes.ts'
import {
  beginGivingBack,
  beginTakingBack,
  type RefundRequest,
  type StartedRefund,
  type TakenBack,
} from '#server/billing/refunds/give-money-back.ts'
import { extendMonthIn, waiveMonthIn } from '#server/billing/refunds/months.ts'
import { queryAgain, sendRefund } from '#server/billing/refunds/send-refund.ts'
import { attempt, isRefused, type Refused } from '#server/platform/refusal.ts'

export type GivenBack = CreditNote & { isRepeat: boolean }

/** Gives money of a bill back as an operator's request does, whatever the limits are. */
export async function giveMoneyBack(deps: RefundDeps, request: RefundRequest): Promise<GivenBack | Refused> {
  const now = deps.clock.now()
  return finish(
    deps,
    request.key,
    await deps.db.transaction((tx) => beginGivingBack(tx, { ...deps, now }, request)),
  )
}

/** The same for taking credit back. */
export async function takeCreditBack(deps: RefundDeps, request: TakenBack): Promise<GivenBack | Refused> {
  const now = deps.clock.now()
  return finish(
    deps,
    request.key,
    await deps.db.transaction((tx) => beginTakingBack(tx, { ...deps, now }, request)),
  )
}

async function finish(
  deps: RefundDeps,
  key: string,
  begun: StartedRefund | Refused,
): Promise<GivenBack | Refused> {
  if (isRefused(begun)) return begun
  if (begun.refundKey) await sendRefund(deps, begun.refundKey)
  else await queryAgain(deps, key)
  const note = await findNote(deps.db, key)
  if (!note) throw new Error(`The note ${key} is missing`)
  return { ...note, isRepeat: begun.isRepeat ?? false }
}

export function extendMonth(deps: RefundDeps, request: Parameters<typeof extendMonthIn>[2]) {
  return attempt(deps.db.transaction((tx) => extendMonthIn(tx, { ...deps, now: deps.clock.now() }, request)))
}

export function waiveMonth(deps: RefundDeps, request: Parameters<typeof waiveMonthIn>[2]) {
  return attempt(deps.db.transaction((tx) => waiveMonthIn(tx, { ...deps, now: deps.clock.now() }, request)))
}
