/** A function, because where storage is forbidden even accessing it throws. */
export type DraftStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Shared by all tabs, and kept when they are closed. */
export function deviceStorage(): Storage {
  return localStorage
}

/** Kept in this tab across reloads. */
export function tabStorage(): Storage {
  return sessionStorage
}

/** A browser may deny storage entirely: then nothing is kept, and everything else works. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
