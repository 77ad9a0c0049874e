import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const deploy = join(import.meta.dirname, '../../deploy')

/** A file of the deploy kit with the values of this run: the cluster runs the very files that operators copy. */
export function adapt(
  file: string,
  changes: readonly (readonly [from: string | RegExp, to: string])[],
): string {
  return changes.reduce(
    (text, [from, to]) => {
      const changed = text.replace(from, () => to)
      if (changed === text) throw new Error(`deploy/${file} does not contain "${from}" any more`)
      return changed
    },
    readFileSync(join(deploy, file), 'utf8'),
  )
}
