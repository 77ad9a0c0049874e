/** Prints a command's help for --help or an unknown argument, instead of running for hours. */
export function takeNoArguments(description: string): void {
  const args = process.argv.slice(2)
  if (args.length === 0) return
  const isAsked = args.includes('--help')
  process[isAsked ? 'stdout' : 'stderr'].write(
    `${isAsked ? '' : 'This command takes no arguments. '}${description}\n`,
  )
  process.exit(isAsked ? 0 : 1)
}
