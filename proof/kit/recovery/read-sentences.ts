const TIME = String.raw`\w+ \d+, \d{4}, \d+:\d\d [AP]M [^.,;]+`
const MOMENT = `(${TIME})`
const NEXT_TRY = new RegExp(`[Ww]e will try ([^.]+?) on ${MOMENT}`)
/** The zone ends where the card begins. */
const NEXT_TRY_AT_DESK = new RegExp(`next try on (${TIME}?)(?: with (.*)|[.,;]|$)`)
const TRY_SOON = /(?:we will try [^.]+?|next try) within (?:a few )?minutes/i
const END = new RegExp(`(?:your account will end|the account ends) on ${MOMENT}`)
const NO_TRY = /we will not retry this payment automatically|no try is left|will not be tried again/i

/** What mails, pages and the desk say comes next. */
export type Said = {
  /** The moment of the next try, and the words for its card. */
  nextTry: { when: string; what: string } | undefined
  isSoon: boolean
  hasNoTry: boolean
  end: string | undefined
}

export function readSentences(plain: string): Said {
  const text = plain.replace(/\s+/g, ' ')
  const [, what = '', when] = NEXT_TRY.exec(text) ?? []
  const [, whenAtDesk, whatAtDesk = ''] = NEXT_TRY_AT_DESK.exec(text) ?? []
  return {
    nextTry: when ? { when, what } : whenAtDesk ? { when: whenAtDesk, what: whatAtDesk } : undefined,
    isSoon: TRY_SOON.test(text),
    hasNoTry: NO_TRY.test(text),
    end: END.exec(text)?.[1],
  }
}
