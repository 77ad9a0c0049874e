/** Each part is a statement of its own and takes milliseconds: nobody waits for its locks. */
export const PART = 500
/** A million rows of each table in an hour. The rest waits for the next one. */
const MOST_PARTS = 2_000

/** Repeats a part until it says that it was not full, or the process is to stop. */
export async function inParts(part: () => Promise<boolean>, mayGoOn = () => true): Promise<void> {
  for (let parts = 0; parts < MOST_PARTS && mayGoOn(); parts += 1) if (!(await part())) return
}
