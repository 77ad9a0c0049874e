import { RESUME_LINK_HOURS } from '#contract/calendar/lifetimes.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Db } from '#server/platform/db/database.ts'
import { greetingTo } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { type MailDeps, queueMail } from '#server/platform/mail/queue-mail.ts'

export async function postResumeLink(
  tx: Db,
  deps: MailDeps,
  {
    email,
    firstName,
    token,
    isFromSupport,
  }: { email: string; firstName: string; token: string; isFromSupport: boolean },
): Promise<void> {
  const { publicUrl } = deps.config
  await queueMail(
    tx,
    deps,
    { purpose: 'resume-sign-up', recipient: email },
    {
      subject: 'Continue your sign-up',
      greeting: greetingTo(firstName),
      paragraphs: [
        isFromSupport
          ? 'You started to sign up and did not finish. The link below takes you to where you left off, on any device.'
          : 'You started to sign up and asked for a link to continue. It takes you to where you left off, on any device.',
        'We saved your plan and what you entered, except your password, your security answers and your card. Please enter those again. Nothing has been charged.',
        `The link works once, for ${RESUME_LINK_HOURS} hours.`,
      ],
      buttons: [
        {
          label: 'Continue your sign-up',
          url: `${publicUrl}${fillPath(pages['resume-sign-up'], { linkToken: token })}`,
        },
      ],
      closing: [
        isFromSupport
          ? 'If you do not want to continue, you can ignore this email. Nobody can continue without this link.'
          : 'If you did not ask for this, you can ignore it. Nobody can continue without this link.',
        questions(deps),
      ],
    },
  )
}
