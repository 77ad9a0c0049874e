import { useRef, useState } from 'react'
import type {
  assignDialer,
  changeRole,
  handOver,
  invitePerson,
  removePerson,
  resendInvitation,
  takeDialer,
  withdrawInvitation,
} from '#contract/features/people/calls.ts'
import type { PeopleValues } from '#contract/features/people/values.ts'
import type { BodyOf } from '#contract/wire/call.ts'
import { errorsOf, send } from '#web/api.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import { sentenceOf } from '#web/form/sentence-of.ts'
import { useBusy } from '#web/form/use-busy.ts'

/** Every call about people returns the full list. */
type PeopleCall =
  | typeof invitePerson
  | typeof resendInvitation
  | typeof withdrawInvitation
  | typeof removePerson
  | typeof handOver
  | typeof changeRole
  | typeof assignDialer
  | typeof takeDialer

export type News = { tone: 'ok' | 'bad'; text: string }

/** The people of the account, as last returned by the server. */
export function usePeople(given: PeopleValues) {
  const [{ people, seats, dialers }, setAnswer] = useState<PeopleValues>(given)
  const [news, setNews] = useState<News>()
  const heading = useRef<HTMLHeadingElement>(null)
  const dialersHeading = useRef<HTMLHeadingElement>(null)
  const { isBusy, run } = useBusy()

  /** The error, or undefined on success. */
  async function change<C extends PeopleCall>(
    call: C,
    body: BodyOf<C>,
    done: string,
  ): Promise<ServerErrors | undefined> {
    setNews(undefined)
    const outcome = await send<PeopleCall>(call, body as BodyOf<PeopleCall>)
    if (outcome.kind !== 'answered') return errorsOf(outcome)
    setAnswer(outcome.answer.data)
    setNews({ tone: 'ok', text: done })
    return undefined
  }

  /** For a button without a form: errors are shown where the success message would be. */
  function changeAlone<C extends PeopleCall>(call: C, body: BodyOf<C>, done: string, focus = heading): void {
    void run(async () => {
      const wrong = await change(call, body, done)
      if (wrong) setNews({ tone: 'bad', text: sentenceOf(wrong) })
      // The pressed button may have been removed.
      focus.current?.focus()
    })
  }

  return { people, seats, dialers, news, heading, dialersHeading, isBusy, change, changeAlone }
}
