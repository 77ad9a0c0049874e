import { takeReturned } from '#server/platform/mail/take-returned.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Command } from '../command.ts'

export const takeReturnedCommand: Command = {
  name: 'mail returned',
  takes: 'FILE',
  takesInput: true,
  says: 'Takes in a message that came back (a delivery status notification or a feedback report) from a file, or from a mail server’s pipe with -.',
  async run(deps, { input, now }) {
    if (input.trim() === '') return refuse('invalid-fields', { errors: 'There is nothing to read.' })
    const taken = await takeReturned(deps, input, now)
    // None of these is an error: a mail server would only try again, or return the notice to its sender.
    const said = {
      noted: 'Noted.',
      'no bounce': 'It does not say that a mail failed. Nothing was done.',
      'unknown mail': 'It is not about a mail of ours. Nothing was done.',
    }
    return { said: said[taken] }
  },
}
