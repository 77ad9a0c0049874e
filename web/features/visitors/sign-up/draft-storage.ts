/** Asked for each time: where storage is forbidden, even to look at it throws. */
export type DraftStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What all tabs share, and what stays when they are closed. */
export function deviceStorage(): Storage {
  return localStorage
}

/** What this tab keeps through a reload. */
export function tabStorage(): Storage {
  return sessionStorage
}

/** A browser may refuse storage altogether: then nothing is kept, and nothing else is wrong. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
