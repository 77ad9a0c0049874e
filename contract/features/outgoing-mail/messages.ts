/** Messages about an account's own mail server. */

export const notAHost = 'Enter a server name, like smtp.example.com'
export const notAPort = 'Enter a port from 1 to 65535'
export const loginNeedsTls =
  'Choose STARTTLS or TLS. Without encryption, anyone on the network could read your password.'
export const passwordAgain = 'Enter the password again. We keep it for one server and user name only.'
export const smtpSending = (host: string) => `We are sending a verification email through ${host}.`
export const smtpSent = (recipient: string) =>
  `We sent a verification email to ${recipient}. Open the link in it to finish.`
export const smtpVerified = (host: string) => `Your email is sent through ${host}.`
export const smtpNone = 'No mail server is set up. Your email is sent through ours.'
export const smtpNameNotFound = (host: string) =>
  `We could not find a server named ${host}. Please check the spelling.`
export const smtpNotPublic = (host: string) =>
  `${host} is not on the public internet. Enter a server name that can be reached from anywhere.`
export const smtpRefused = (host: string, port: number) =>
  `${host} refused the connection on port ${port}. Please check the port and the security setting.`
export const smtpTimedOut = (host: string, port: number) =>
  `${host} did not answer on port ${port}. Please check the server name and the port. A firewall may be blocking the connection.`
export const smtpNoTls = (host: string, port: number) =>
  `${host} does not support the security setting you chose on port ${port}. Please try another setting or another port.`
export const smtpBadCertificate = (host: string) =>
  `We could not verify that this is really ${host}: its certificate is for another name, has expired, or comes from an unknown issuer. Please use the server name that your mail provider gives.`
export const smtpWrongLogin = (host: string) =>
  `${host} did not accept the user name and password. Some providers require an app password.`
export const smtpNotAccepted = (host: string, said: string) =>
  `${host} did not accept the email. It said: ${said}`
export const smtpBrokenOff = (host: string) =>
  `${host} closed the connection. Please check the server, port and security.`
export const smtpGaveUp = 'We could not send the verification email. Please try again.'
export const smtpLinkInvalid =
  'This link no longer works. It is more than a day old, or the settings have changed since. Send a new verification email from Outgoing mail in your account.'
export const noOutgoingMail = 'There is no mail server to verify. Save one first.'
