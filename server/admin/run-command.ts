import { parseArgs } from 'node:util'
import { logEvent } from '#server/platform/log/log-events.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { AdminDeps, Command, Given, Report } from './command.ts'
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
  const given = givenTo(command, argv.slice(command.name.split(' ').length), actor, deps.clock.now())
  if (isRefused(given)) return given
  const done = await command.run(deps, { ...given, input })
  if (command.event && !isRefused(done))
    logEvent(deps.log, command.event, { actor, partner: given.args[0] ?? '' })
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
  return commands.find(({ name }) => name.split(' ').every((arg, place) => argv[place] === arg))
}

/** Suggests commands that begin the same way: a typo is the likeliest cause. */
export function unknownCommand([first = '']: readonly string[]): string {
  const near = commands.filter(({ name }) => name.split(' ')[0] === first).map(({ name }) => name)
  const hint = near.length > 0 ? ` Did you mean: ${near.join(', ')}?` : ''
  return `Unknown command.${hint} To list all commands, run "npm run admin -- help".`
}

function givenTo(
  command: Command,
  args: readonly string[],
  actor: string,
  now: Date,
): Omit<Given, 'input'> | Refused {
  const options = Object.fromEntries(
    Object.entries(command.flags ?? {}).map(([name, { takes, isMany = false }]) => [
      name,
      { type: takes ? ('string' as const) : ('boolean' as const), multiple: isMany },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const listed = (name: string) => [values[name] ?? []].flat().map(String)
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

/** Usage: npm run admin -- fraud mark NUMBER|EMAIL [--reason TEXT] */
export function usageOf({ name, takes, flags = {} }: Command): string {
  const listed = Object.entries(flags).map(
    ([flag, { takes: value }]) => `[--${flag}${value ? ` ${value}` : ''}]`,
  )
  return ['Usage: npm run admin --', name, takes, ...listed].filter(Boolean).join(' ')
}
