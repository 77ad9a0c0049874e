import { CURRENCY_NOTE } from '#contract/catalogue/money.ts'
import type { Provider } from '#contract/provider/provider.ts'
import { oneLine } from '#contract/wire/plain-text.ts'
import { escapeHtml } from '#server/platform/http/answer.ts'

export type MailText = {
  subject: string
  greeting: string
  paragraphs: string[]
  buttons?: { label: string; url: string }[]
  /** Set apart at the end: a warning, or how to get help. */
  closing: string[]
}

/** Renders the text as plain text and as HTML. No images, nothing loaded from the network. */
export function renderMail(
  text: MailText,
  provider: Provider,
): { subject: string; plain: string; html: string } {
  const folded = foldLines(withCurrency(text))
  return { subject: folded.subject, plain: plainOf(folded, provider), html: htmlOf(folded, provider) }
}

/** As `formatAmount` writes it: a company may be called "$99 Homes". */
const AMOUNT = /\$[\d,]+\.\d\d(?!\d)/

/** A mail with an amount names the currency. */
function withCurrency(text: MailText): MailText {
  const saysAmount = [text.subject, ...text.paragraphs].some((text) => AMOUNT.test(text))
  return saysAmount ? { ...text, closing: [CURRENCY_NOTE, ...text.closing] } : text
}

/** Names may contain line breaks. Removing them keeps a name from starting a new line or a header. */
function foldLines({ subject, greeting, paragraphs, buttons = [], closing }: MailText): MailText {
  return {
    subject: oneLine(subject),
    greeting: oneLine(greeting),
    paragraphs: paragraphs.map(oneLine),
    buttons: buttons.map(({ label, url }) => ({ label: oneLine(label), url })),
    closing: closing.map(oneLine),
  }
}

function plainOf({ greeting, paragraphs, buttons = [], closing }: MailText, { brandName }: Provider): string {
  const links = buttons.map(({ label, url }) => `${label}:\n${url}`)
  return [greeting, ...paragraphs, ...links, ...closing, `-- \n${brandName}`].join('\n\n')
}

function htmlOf(
  { subject, greeting, paragraphs, buttons = [], closing }: MailText,
  { brandName }: Provider,
): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const button = ({ label, url }: { label: string; url: string }) =>
    `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="display:inline-block;background:#2456e6;color:#ffffff;text-decoration:none;font-weight:600;padding:13px 24px;border-radius:10px">${escapeHtml(label)}</a></p>`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f7f8fb;color:#10182f;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="background:#0a0f1f;color:#ffffff;padding:20px 24px;font-weight:650;font-size:18px">${escapeHtml(brandName)}</div>
<div style="max-width:560px;margin:0 auto;padding:32px 24px">
<h1 style="margin:0 0 20px;font-size:24px;line-height:1.25;letter-spacing:-.02em">${escapeHtml(subject)}</h1>
${[greeting, ...paragraphs].map(paragraph).join('\n')}
${buttons.map(button).join('\n')}
<div style="margin-top:24px;padding-top:20px;border-top:1px solid #d9dfeb;color:#515d7d;font-size:14px">
${closing.map(paragraph).join('\n')}
</div>
</div>
</body>
</html>`
}
