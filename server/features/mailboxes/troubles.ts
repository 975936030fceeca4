import type { Words } from '../../lib/language.ts'
import type { MailboxTrouble } from '../../ports/mailboxes.ts'

/** What is wrong with a mailbox, and what to do about it. */
export const TROUBLES: Record<MailboxTrouble, Words> = {
  unknown_host: {
    en: 'The name of the mail server cannot be found. Check the address.',
    ru: 'Имя почтового сервера не находится. Проверьте адрес.',
  },
  unreachable: {
    en: 'The mail server does not answer. Check the address and the port, or wait.',
    ru: 'Почтовый сервер не отвечает. Проверьте адрес и порт или подождите.',
  },
  private: {
    en: 'The address leads into a private network. Give a public one, or allow private endpoints in the configuration.',
    ru: 'Адрес ведёт в частную сеть. Укажите публичный или разрешите частные адреса в настройках сервиса.',
  },
  timed_out: {
    en: 'The mail server did not answer in time. It is tried again later.',
    ru: 'Почтовый сервер не ответил вовремя. Попробуем ещё раз позже.',
  },
  certificate: {
    en: 'The certificate of the mail server cannot be trusted. Check the address, or ask its administrator.',
    ru: 'Сертификату почтового сервера нельзя доверять. Проверьте адрес или обратитесь к его администратору.',
  },
  no_tls: {
    en: 'The mail server offers no encrypted connection here. Try the other kind of encryption, or another port.',
    ru: 'Почтовый сервер не предлагает здесь шифрования. Выберите другой вид шифрования или другой порт.',
  },
  login: {
    en: 'The mail server refuses the name or the password. Many providers need a password made for applications.',
    ru: 'Почтовый сервер не принимает логин или пароль. Многим почтовым службам нужен пароль для приложений.',
  },
  no_folder: {
    en: 'There is no such folder in the mailbox. Check its name.',
    ru: 'Такой папки в почтовом ящике нет. Проверьте её название.',
  },
  no_move: {
    en: 'The mail server does not let letters be moved into the folder. Choose another one.',
    ru: 'Почтовый сервер не даёт переместить письма в эту папку. Выберите другую.',
  },
  broken: {
    en: 'The mail server broke the connection off. It is tried again later.',
    ru: 'Почтовый сервер оборвал соединение. Попробуем ещё раз позже.',
  },
}
