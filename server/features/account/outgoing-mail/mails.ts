import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Deps } from '#server/deps.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import type { MailServer } from '#server/ports/outgoing-mail.ts'

export function verificationMail(
  { publicUrl, provider }: Deps['config'],
  { host, fromAddress }: MailServer,
  token: string,
) {
  return renderMail(
    {
      subject: 'Verify your outgoing mail',
      greeting: 'Hello,',
      paragraphs: [
        `This email was sent through ${host} from ${fromAddress}. Your settings work.`,
        'To start using them, open the link. It works for one day.',
      ],
      buttons: [
        {
          label: 'Verify these settings',
          url: `${publicUrl}${fillPath(pages['smtp-confirmation'], { linkToken: token })}`,
        },
      ],
      closing: [
        'If you did not enter these settings, do not open the link, and let us know.',
        questions({ config: { provider } }),
      ],
    },
    provider,
  )
}
