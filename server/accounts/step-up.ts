import type { AccountCall, AnswerOf, Call, ParsedBodyOf, StepUp } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { requireStepUp, showCode, showPassword, waysOf } from '#server/identity/step-up.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import type { Refused } from '#server/platform/refusal.ts'

export type StepUpDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'passwords' | 'jobs' | 'findViewed'>
export type AnswerToSession<C extends Call> = (
  body: ParsedBodyOf<C>,
  session: Session,
  visitor: Visitor,
) => Promise<AnswerOf<C> | Refused>

/** The use case of a call that needs step-up never runs without it. A body with mistakes is refused before. */
export function withStepUp<C extends AccountCall>(
  deps: StepUpDeps,
  { stepUp }: C,
  answer: AnswerToSession<C>,
): AnswerToSession<C> {
  if (stepUp === 'depends' || isNever(stepUp)) return answer
  return async (body, session, visitor) => {
    await takeProof(deps, stepUp, body as Record<string, unknown>, session, visitor)
    const refused = await requireStepUp(deps, session)
    if (refused) throw refused
    return answer(body, session, visitor)
  }
}

type NoStepUp = Extract<StepUp, { none: string }>

function isNever(stepUp: StepUp): stepUp is NoStepUp {
  return typeof stepUp === 'object' && 'none' in stepUp
}

/**
 * A password or a code in the body itself is checked, even if none was needed. Where the password is not enough, it is
 * checked only after the factor was shown: nobody else learns whether it is right.
 */
async function takeProof(
  deps: StepUpDeps,
  stepUp: Exclude<StepUp, 'depends' | NoStepUp>,
  body: Record<string, unknown>,
  session: Session,
  visitor: Visitor,
): Promise<void> {
  if (stepUp === 'always') return
  const code = textIn(body, stepUp.code)
  const password = textIn(body, stepUp.password)
  const checkCode = async () => {
    if (code !== '') await showCode(deps, session, code, visitor)
  }
  const checkPassword = async () => {
    if (password !== '') await showPassword(deps, session, { field: stepUp.password, password }, visitor)
  }
  const isEnough = (await waysOf(deps.db, session.agentId)).includes('password')
  const asked = isEnough ? undefined : await requireStepUp(deps, session)
  // A code is used up by its check, so it comes last where it may.
  if (!asked) {
    await checkPassword()
    return checkCode()
  }
  if (code === '') throw asked
  await checkCode()
  return checkPassword()
}

function textIn(body: Record<string, unknown>, field: string | undefined): string {
  const value = field === undefined ? '' : body[field]
  return typeof value === 'string' ? value : ''
}
