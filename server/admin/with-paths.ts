import path from 'node:path'
import type { Command } from './command.ts'

/**
 * The words of a command with whole paths: they belong to the folder where the command was typed, and the server that is
 * asked instead may run in another one.
 */
export function withPaths({ name, takes, flags = {} }: Command, words: string[]): string[] {
  const first = takes === 'FILE' ? name.split(' ').length : words.length
  const ofFiles = Object.keys(flags).flatMap((flag) => (flags[flag]?.takes === 'FILE' ? `--${flag}` : []))
  return words.map((word, place) => {
    const flag = ofFiles.find((one) => word.startsWith(`${one}=`))
    if (flag) return `${flag}=${resolved(word.slice(flag.length + 1))}`
    const isOfFlag = ofFiles.includes(words[place - 1] ?? '')
    return isOfFlag || (place >= first && !word.startsWith('-')) ? resolved(word) : word
  })
}

function resolved(file: string): string {
  return file === '' ? file : path.resolve(file)
}
