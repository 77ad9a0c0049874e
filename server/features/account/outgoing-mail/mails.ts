import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Deps } from '#server/deps.ts'
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
        `This mail left through ${host} with the sender ${fromAddress}: your settings work.`,
        'Open the link to use them from now on. It works for a day.',
      ],
      buttons: [
        {
          label: 'Verify these settings',
          url: `${publicUrl}${fillPath(pages['smtp-confirmation'], { linkToken: token })}`,
        },
      ],
      closing: [
        'If you did not enter these settings, do not open the link, and tell us.',
        `Questions? Call ${provider.tollFreeNumber}.`,
      ],
    },
    provider,
  )
}
