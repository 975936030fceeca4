/** Words that documents of each kind are full of, whatever they are about; sprinkled over the documents made for training. */
export const LEXICON: Record<string, string> = {
  contract: `договор соглашение контракт стороны сторона обязуется обязательства обязанности ответственность неустойка пеня штраф подрядчик заказчик
    исполнитель арендатор арендодатель заёмщик займодавец кредитор поставщик покупатель продавец лицензия лицензиат лицензиар предмет срок
    расторжение споры суд арбитраж форс-мажор конфиденциальность приложение экземпляр условия пункт редакция вправе уведомление просрочка
    оплата передаёт принимает долг заём аренда наём задаток залог гарантия юридический пользователь принимает оферта акцепт
    agreement contract party parties shall hereby thereof obligations liability terms conditions tenant landlord lease rent deposit notice
    terminate termination clause section amendment provisions warranty indemnify jurisdiction governing law courts confidential disclose
    disclosing receiving binding executed undersigned buyer seller licensor licensee breach dispute arbitration effective `,
  invoice: `счёт счет-фактура инвойс оплата оплатить платёж поставщик получатель покупатель плательщик наименование количество цена стоимость
    сумма итого ндс налог реквизиты банк бик инн кпп расчётный счёт назначение платежа доставка срок товар услуга шт единица лицевой тариф
    абонентская плата начислено выставлен задолженность
    invoice bill billed billing due payable pay payment amount subtotal total vat tax quantity unit price net terms bank transfer iban
    swift sort code account reference purchase order ship supplier customer item description overdue interest remittance
    charges tariff direct debit`,
  act: `акт приёмка приёма-передачи сдача сдал принял передал составлен составили нижеподписавшиеся комиссия осмотр осмотрели установили обнаружено
    повреждение дефект списание списать работы услуги выполнены оказаны полностью претензий замечаний имеет объём качество сверка расчётов
    сальдо дебет кредит расхождений задолженность показания счётчик опись инвентаризация ввод эксплуатацию члены комиссии
    acceptance accepted accepts handover handed received completion completed works deliverables claims remarks customer contractor stage
    inspection inspected committee commission undersigned defects damage drawn copies satisfactory specification
    reconciliation inventory written off`,
  letter: `уважаемый уважаемая дорогой дорогая здравствуйте привет добрый день спасибо благодарим благодарю просим прошу сообщаем сообщаю информируем
    извинения извините пожалуйста ответ ответьте ждём жду встреча встретимся целую привет передавай пишу письмо
    прилагаем вложение партнёры коллеги обращение просьба направить адрес надеемся понимание уведомляем 
    dear hi hello thank thanks grateful appreciate sorry apologise writing write reply hearing forward enclosed attached please let know
    confirm meet meeting visit love sincerely faithfully regards wishes hope soon pleased regret inform offer 
    `,
  report: `отчёт доклад протокол итоги результаты показатели выполнено выполнение план факт рост снижение процентов квартал полугодие период год
    выводы вывод рекомендации рекомендуем меры причины анализ проверка выявлено показала недостатки таблица динамика повестка слушали
    постановили решили присутствовали председатель секретарь собрание заседание голосовали отдел продажи численность
    report minutes present apologies approved agreed action actions meeting agenda summary findings recommendations recommend conclusions
    quarter period compared rose fell increased decreased growth decline margin figures appendix table review
    study results audit status progress risks owner budget `,
  statement: `выписка счёт счёту вклад вкладчик карта карте остаток входящий исходящий операции движение средств списание зачисление поступление перевод
    начислено удержано выплате выплата аванс оклад премия ндфл проценты пополнение снятие период баланс реестр егрн егрюл 
    собственность лицевой оборот расчётный пенсия 
    statement account balance opening closing previous new payments purchases withdrawals deposits debit credit transactions card ending
    period cycle overdraft limit minimum interest fund value charges outstanding due holder sort code salary
    rent money in out`,
  receipt: `чек касса кассир кассовый смена итог наличными безналичными картой сдача фн фд фп ккт квитанция принято получено оплачено покупка спасибо
    магазин товар скидка операция выполнена комиссия получатель перевод билет документ терминал одобрено возврат
    receipt total cash change card contactless visa mastercard till cashier store thank paid payment received sum auth code approved
    transaction order refund refunds return proof items tax table keep`,
  resume: `резюме опыт работы стаж образование навыки умею владею знание языков достижения обязанности должность зарплата желаемая специалист инженер
    менеджер разработчик дизайнер окончил училась университет институт курсы портфолио рекомендации водительские 
    ответственный коммуникабельный руководил разработал вёл снизил увеличил последнее место удалённо командировки 
    resume curriculum vitae experience education skills employment career objective summary responsibilities achievements degree bsc msc phd
    university fluent native references developer analyst manager engineer years led managed built certified 
    interests languages positions junior senior `,
  presentation: `слайд презентация команда рынок проблема решение продукт цели задачи актуальность этапы выводы спасибо внимание вопросы контакты
    компании клиенты кейсы преимущества дорожная карта стратегия приоритеты бюджет почему мы сегодня план
    slide deck agenda overview team market problem solution product traction roadmap vision mission ask questions thanks highlights numbers
    people customers case story next steps key message who how why what q&a priorities`,
  manual: `инструкция руководство эксплуатации установка установите подключите нажмите выберите откройте закройте снимите поверните 
    включите выключите повторите проверьте очистка прибор устройство индикатор кнопка кабель настройка параметр файл
    командой перезапустите внимание запрещается осторожно мощность напряжение гарантия порядок действий шаг отключить
    неисправность ошибка меню прибором
    manual guide instructions install download run start stop configure set press hold turn push switch click open close remove insert fill
    check connect plug cable button light warning caution never do not clean voltage guarantee warranty step log call keep ask
    upgrade restart port environment error troubleshooting device `,
  article: `статья аннотация введение исследование исследователи учёные эксперимент метод модель результаты выводы литература журнал опубликовано
    автор открыли сообщила пресс-служба словам эксперт историк век история началась считалось долгое время впервые город
    музей наука теория ключевые слова новости событие произошло 
    abstract study studied researchers scientists team paper method theory proof results experiment journal published keywords introduction
    history century discovered known said officials spokesman reporters news according
    reader why story evidence `,
  note: `заметка купить позвонить забрать спросить напомнить сделать надо нужно не забыть потом завтра идея мысль может попробовать проверить
    список дела молоко хлеб отпуск конспект глава дома вернуться размер
    note todo buy call ask remember maybe try idea check think pick up tomorrow later list milk bread 
    chapter cut bring number book weekend`,
  form: `анкета заявление заявка бланк фамилия имя отчество фио дата рождения паспорт серия номер адрес телефон подпись прошу разрешить предоставить
    принять выдать отпуск согласие персональных данных обработку согласен нужное подчеркнуть заполнять разборчиво да нет директору
    начальнику студента семейное положение участие
    form application applicant name address date birth signature signed please complete tick box yes no delete scale comments
    membership request leave employee department approved consent permission parent agree rules adult junior 
    questionnaire `,
  certificate: `справка сертификат свидетельство диплом удостоверение грамота аттестат лицензия выдана выдано дана настоящим подтверждается удостоверяется
    действительно прошёл обучение программе объёме часов награждается место конкурс присвоена квалификация степень регистрационный
    действителен соответствия соответствует требованиям гост работает предъявления предоставления кадров ректор печать
    certificate certify certifies certified awarded award degree diploma completed passed assessment course attended valid
    issued registrar chancellor dean confers conferred employed confirm confirmation request permanent complies conforms
    requirements recognition`,
  other: `роман рассказ стихи сказал спросила смотрел думал ночь дождь окно рецепт мука сахар яйца масло взбить печь выпекать минут расписание урок
    алгебра рейс вылет посадочный место выход багаж меню блюдо афиша концерт сценарий песня тест вопрос ответ
    novel poem said asked looked night rain window recipe flour sugar butter eggs bake minutes timetable lesson flight gate seat boarding
    menu dish concert scene song lyrics quiz `,
}
