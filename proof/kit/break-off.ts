// `node --import=FAULT proof/kit/break-off.ts STORY` prints where the story ended otherwise, and in which tables, or nothing.
import { findOtherEnd, stories } from './broken-off-stories.ts'

const story = stories[process.argv[2] ?? '']
if (!story) throw new Error('There is no such story')
const other = await findOtherEnd(story)
if (other) {
  const { broken, end, wanted } = other
  const tables = Object.keys({ ...end, ...wanted }).filter(
    (table) => JSON.stringify(end[table]) !== JSON.stringify(wanted[table]),
  )
  console.log(`${broken}: ${tables.join(', ')}`)
}
process.exit()
