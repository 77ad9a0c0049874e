import path from 'node:path'
import { parseArgs } from 'node:util'
import { attempt, isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { AdminDeps, Command, CommandInput, Report } from './command.ts'
import { commands } from './commands.ts'

/** Finds the command named by the arguments, parses the rest, and runs it. */
export async function runCommand(
  deps: AdminDeps,
  argv: readonly string[],
  actor: string,
  input = '',
): Promise<Report | Refused> {
  const command = commandOf(argv)
  if (!command) return refuse('not-found', { errors: unknownCommand(argv) })
  const request = parseRequest(command, argv.slice(command.name.split(' ').length), actor, deps.clock.now())
  if (isRefused(request)) return request
  const done = await attempt(command.run(deps, { ...request, input }))
  return isRefused(done) ? inOneSentence(done) : done
}

/** A form shows messages at their fields; here they are one text. */
function inOneSentence(refused: Refused): Refused {
  if (typeof refused.errors !== 'object') return refused
  const sentences = Object.values(refused.errors)
    .flat()
    .map((text) => (/[.?!]$/.test(text) ? text : `${text}.`))
  return { ...refused, errors: sentences.join(' ') }
}

export function commandOf(argv: readonly string[]): Command | undefined {
  return commands.find(({ name }) => name.split(' ').every((arg, index) => argv[index] === arg))
}

/** Names what was typed, and suggests the nearest commands: a typo is the likeliest cause. */
export function unknownCommand([first = '', second = '']: readonly string[]): string {
  const names = commands.map(({ name }) => name)
  const group = names.filter((name) => isNear(name.split(' ')[0], first))
  const nearest = group.filter((name) => isNear(name.split(' ')[1], second))
  const near = nearest.length > 0 ? nearest : group
  const isKnown = names.some((name) => name.split(' ')[0] === first)
  const typed = isKnown && !second.startsWith('-') ? `${first} ${second}`.trim() : first
  const hint = near.length > 0 ? ` Did you mean: ${near.join(', ')}?` : ''
  return `There is no command "${typed}".${hint} To list all commands, run "npm run admin -- help".`
}

/** At most a third of its letters are wrong. */
function isNear(word = '', typed: string): boolean {
  return typed !== '' && editsBetween(word, typed) <= word.length / 3
}

/** How many letters must be added, left out or replaced. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, count) => count)
  for (const letter of one) {
    const next = [(row[0] ?? 0) + 1]
    for (const [index, typed] of [...other].entries())
      next.push(
        Math.min(
          (row[index] ?? 0) + (letter === typed ? 0 : 1),
          (row[index + 1] ?? 0) + 1,
          (next[index] ?? 0) + 1,
        ),
      )
    row = next
  }
  return row[other.length] ?? 0
}

function parseRequest(
  command: Command,
  args: readonly string[],
  actor: string,
  now: Date,
): Omit<CommandInput, 'input'> | Refused {
  const options = Object.fromEntries(
    Object.entries(command.flags ?? {}).map(([name, { takes }]) => [
      name,
      { type: takes ? ('string' as const) : ('boolean' as const), multiple: true },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const listed = (name: string) => [values[name] ?? []].flat().map(String)
    const surplus = describeSurplus(command, positionals, listed)
    if (surplus) return refuse('invalid-fields', { errors: `${surplus} ${usageOf(command)}` })
    return {
      args: positionals,
      flag: (name) => listed(name)[0],
      flags: listed,
      has: (name) => values[name] !== undefined,
      actor,
      now,
    }
  } catch (error) {
    return refuse('invalid-fields', {
      errors: `${(error as Error).message.split('. ')[0]}. ${usageOf(command)}`,
    })
  }
}

/** A surplus argument: a flag may be missing before it. */
function describeSurplus(
  { takes = '', flags = {} }: Command,
  positionals: readonly string[],
  listed: (flag: string) => string[],
): string | undefined {
  const most = takes.includes('…') ? Number.POSITIVE_INFINITY : takes.split(' ').filter(Boolean).length
  const word = positionals[most]
  if (word !== undefined)
    return `"${word}" is one word too many. Put text of several words in quotation marks, and a flag before its value.`
  const twice = Object.keys(flags).find((flag) => !flags[flag]?.isMany && listed(flag).length > 1)
  return twice && `--${twice} is given twice.`
}

/** Usage: npm run admin -- sessions end EMAIL|NUMBER [--account NUMBER] */
export function usageOf({ name, takes, flags = {} }: Command): string {
  const listed = Object.entries(flags).map(
    ([flag, { takes: value }]) => `[--${flag}${value ? ` ${value}` : ''}]`,
  )
  return ['Usage: npm run admin --', name, takes, ...listed].filter(Boolean).join(' ')
}

/**
 * The arguments of a command with absolute paths: relative ones belong to the folder where the command was
 * typed, and the server may run in another.
 */
export function withPaths({ name, takes, flags = {} }: Command, words: string[]): string[] {
  const first = takes === 'FILE' ? name.split(' ').length : words.length
  const ofFiles = Object.keys(flags).flatMap((flag) => (flags[flag]?.takes === 'FILE' ? `--${flag}` : []))
  return words.map((word, index) => {
    const flag = ofFiles.find((one) => word.startsWith(`${one}=`))
    if (flag) return `${flag}=${resolved(word.slice(flag.length + 1))}`
    const isOfFlag = ofFiles.includes(words[index - 1] ?? '')
    return isOfFlag || (index >= first && !word.startsWith('-')) ? resolved(word) : word
  })
}

function resolved(file: string): string {
  return file === '' ? file : path.resolve(file)
}
