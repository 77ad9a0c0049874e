import { createReadStream } from 'node:fs'

/** Eight megabytes each, however long the file is. */
const AT_ONCE = 1_000_000
const LINE_AT_MOST = 200
const HASH = /^([0-9A-Fa-f]{13})[0-9A-Fa-f]{27}(?::\d{1,15})?$/

/** A file that is not a list of hashes, with what to say about it. */
export class NotAListOfHashes extends Error {}

/** The first 52 bits of each SHA-1 hash, in batches. Lines are `HASH` or `HASH:COUNT`, in any order. */
export async function* readHashes(file: string): AsyncGenerator<Float64Array> {
  let batch = new Float64Array(AT_ONCE)
  let filled = 0
  let lines = 0
  for await (const line of linesOf(file)) {
    lines += 1
    if (line === '') continue
    const [, first] = HASH.exec(line) ?? []
    if (first === undefined) throw new NotAListOfHashes(sentenceAbout(lines, line))
    batch[filled] = Number.parseInt(first, 16)
    filled += 1
    if (filled < AT_ONCE) continue
    yield batch
    batch = new Float64Array(AT_ONCE)
    filled = 0
  }
  if (filled > 0) yield batch.subarray(0, filled)
}

async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'latin1')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield withoutReturn(line)
    // A file without line ends is not read into memory as a whole.
    if (rest.length > LINE_AT_MOST) break
  }
  if (rest !== '') yield withoutReturn(rest)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

function sentenceAbout(number: number, line: string): string {
  const shown = line.length > 60 ? `${line.slice(0, 60)}…` : line
  return `Line ${number} is not a SHA-1 hash of 40 hexadecimal digits, with or without a count after a colon: ${JSON.stringify(shown)}. Nothing was changed.`
}
