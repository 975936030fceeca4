/** Words before a colon that a browser, a phone or a messenger makes a link of. */
const KNOWN = new Set(
  `http https ftp ftps sftp ssh telnet ws wss file smb cifs nfs afp dav davs webdav ldap ldaps rtsp rtmp rtp mms irc ircs xmpp
  sip sips tel sms smsto callto facetime facetime-audio skype whatsapp tg telegram viber mailto nntp gopher geo comgooglemaps
  intent market itms itms-apps itms-services android-app javascript vbscript livescript data blob view-source chrome edge opera
  resource jar moz-extension chrome-extension onenote steam spotify slack zoommtg zoomus msteams vscode vscode-insiders bitcoin
  ethereum litecoin magnet ed2k cid mid urn doi search-ms shell vnc rdp finger webcal webcals caldav carddav dict imap pop
  ipfs ipns otpauth payto upi fb twitter instagram res wais git svn jdbc s3 gs`.split(/\s+/),
)

/** `scheme:` with something right behind it; not one letter, which is a drive. */
const SCHEME = /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]+):(?=\S)/giu

const isKnown = (scheme: string) => KNOWN.has(scheme.toLowerCase()) || /^(?:ms|x|web|android|ios)[-+]/iu.test(scheme)

/** Whether it holds an address that something would follow. */
export const hasAddress = (text: string): boolean =>
  [...text.matchAll(SCHEME)].some(
    ({ 0: all, 1: scheme, index }) => isKnown(scheme!) || text.startsWith('//', index + all.length),
  )

/** Known schemes go; any other word and its colon get a blank behind them, and are words again. */
export const withoutSchemes = (text: string): string =>
  text.replaceAll(SCHEME, (_, scheme: string) => (isKnown(scheme) ? '' : `${scheme}: `))
