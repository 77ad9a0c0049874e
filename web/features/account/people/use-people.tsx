import { useEffect, useRef, useState } from 'react'
import type {
  assignDialer,
  changeRole,
  handOver,
  invitePerson,
  PeopleValues,
  removePerson,
  resendInvitation,
  takeDialer,
  withdrawInvitation,
} from '#contract/features/people.ts'
import type { BodyOf } from '#contract/wire/call.ts'
import { errorsOf, send } from '#web/api.ts'
import { type ServerErrors, sentenceOf } from '#web/form/refusal.ts'
import { useBusy } from '#web/form/use-busy.ts'
import { Banner } from '#web/ui/Banner.tsx'

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

/** The tile with the outcome of an action: its heading takes the focus, so that the message is seen and read. */
type TileName = 'invite' | 'people' | 'dialers'
type Outcome = { text: string; at: TileName }
export type News = { tone: 'ok' | 'bad'; text: string }

/** The people of the account, as last returned by the server. */
export function usePeople(initial: PeopleValues) {
  const [{ people, seats, dialers }, setAnswer] = useState<PeopleValues>(initial)
  const [news, setNews] = useState<News & { at: TileName }>()
  const inviteHeading = useRef<HTMLHeadingElement>(null)
  const peopleHeading = useRef<HTMLHeadingElement>(null)
  const dialersHeading = useRef<HTMLHeadingElement>(null)
  const { isBusy, run } = useBusy()
  const [isSending, setSending] = useState(false)
  // The pressed button may have been removed. Runs after the dialog's own effect, as nothing behind an open dialog can
  // be focused.
  useEffect(() => {
    if (!news) return
    const headings = { invite: inviteHeading, people: peopleHeading, dialers: dialersHeading }
    headings[news.at].current?.focus()
  }, [news])

  /** The error, or undefined on success. The dialog that made the request is closed by `close`. */
  async function change<C extends PeopleCall>(
    call: C,
    body: BodyOf<C>,
    done: Outcome,
    close = () => {},
  ): Promise<ServerErrors | undefined> {
    setNews(undefined)
    setSending(true)
    const outcome = await send<PeopleCall>(call, body as BodyOf<PeopleCall>)
    setSending(false)
    if (outcome.kind !== 'answered') return errorsOf(outcome)
    setAnswer(outcome.answer.data)
    setNews({ tone: 'ok', ...done })
    close()
    return undefined
  }

  /** For a button without a form: errors are shown where the success message would be. */
  function changeAlone<C extends PeopleCall>(call: C, body: BodyOf<C>, done: Outcome): void {
    void run(async () => {
      const wrong = await change(call, body, done)
      if (wrong) setNews({ tone: 'bad', text: sentenceOf(wrong), at: done.at })
    })
  }

  /** The heading of a tile, and the message below it. */
  const newsAt = (place: TileName) => (news?.at === place ? news : undefined)
  const tile = {
    invite: { heading: inviteHeading, news: newsAt('invite') },
    people: { heading: peopleHeading, news: newsAt('people') },
    dialers: { heading: dialersHeading, news: newsAt('dialers') },
  }
  return { people, seats, dialers, tile, isBusy, isSending, change, changeAlone }
}

/** The outcome of a tile's last action, below its heading. */
export function TileNews({ news }: { news: News | undefined }) {
  return (
    <>
      <div role="status">{news?.tone === 'ok' && <div className="banner ok">{news.text}</div>}</div>
      {news?.tone === 'bad' && <Banner tone="bad">{news.text}</Banner>}
    </>
  )
}
