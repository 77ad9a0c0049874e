/** An account's own mail server. */

export const notAHost = 'Enter the name of a server, like smtp.example.com'
export const notAPort = 'Enter a port from 1 to 65535'
export const loginNeedsTls = 'Choose STARTTLS or TLS: without them anyone on the way could read the password.'
export const passwordAgain = 'Enter the password: it is kept for one server and user name only.'
export const smtpSending = (host: string) => `We are sending a verification mail through ${host}.`
export const smtpSent = (recipient: string) =>
  `We have sent a verification mail to ${recipient}. Open the link in it to finish.`
export const smtpVerified = (host: string) => `Your mails leave through ${host}.`
export const smtpNone = 'No mail server is set up. Your mails leave through ours.'
export const smtpNameNotFound = (host: string) =>
  `There is no server with the name ${host}. Please check how it is written.`
export const smtpNotPublic = (host: string) =>
  `${host} is not on the public internet. Please give the name under which your provider can be reached from anywhere.`
export const smtpRefused = (host: string, port: number) =>
  `${host} refuses connections on port ${port}. Please check the port, and the security that goes with it.`
export const smtpTimedOut = (host: string, port: number) =>
  `${host} did not answer in time on port ${port}. Please check server and port; a firewall may stand in between.`
export const smtpNoTls = (host: string, port: number) =>
  `${host} does not offer the security that you chose on port ${port}. Please try the other one, or another port.`
export const smtpBadCertificate = (host: string) =>
  `${host} could not prove who it is: its certificate is for another name, has expired, or is signed by nobody that we know. Please use the name that your mail provider gives.`
export const smtpWrongLogin = (host: string) =>
  `${host} did not accept the user name and password. Some providers want a password made for apps.`
export const smtpNotAccepted = (host: string, said: string) =>
  `${host} did not accept the mail. It said: ${said}`
export const smtpBrokenOff = (host: string) =>
  `${host} broke off the conversation. Please check server, port and security.`
export const smtpGaveUp = 'The verification mail could not be sent. Please try again.'
export const smtpLinkInvalid =
  'This link no longer works: it is older than a day, or the settings were changed since. Please send yourself a new one from Outgoing mail in your account.'
export const noOutgoingMail = 'There is no mail server to verify. Please save one first.'
