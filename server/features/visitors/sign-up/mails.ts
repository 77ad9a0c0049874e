import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Db } from '#server/platform/db/database.ts'
import { greetingTo } from '#server/platform/mail/names.ts'
import { type MailDeps, queueMail } from '#server/platform/mail/queue-mail.ts'

export async function postResumeLink(
  tx: Db,
  deps: MailDeps,
  { email, firstName, token }: { email: string; firstName: string; token: string },
): Promise<void> {
  const { publicUrl, provider } = deps.config
  await queueMail(
    tx,
    deps,
    { purpose: 'resume-sign-up', recipient: email },
    {
      subject: 'Continue your sign-up',
      greeting: greetingTo(firstName),
      paragraphs: [
        'You began to sign up and asked for a way back. This link brings you to where you were, on any device.',
        'Your plan and what you typed are there. Your password, your security answers and your card are not: please enter them again. Nothing has been charged.',
        'The link works once, for 24 hours.',
      ],
      buttons: [
        {
          label: 'Continue your sign-up',
          url: `${publicUrl}${fillPath(pages['resume-sign-up'], { linkToken: token })}`,
        },
      ],
      closing: [
        'If you did not ask for this, you need not do anything: nobody can go on without this link.',
        `Questions? Call ${provider.tollFreeNumber}.`,
      ],
    },
  )
}
