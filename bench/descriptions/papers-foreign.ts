import { type Layout, nth } from './paper.ts'

/** Papers as they come from other countries and other programs: labels over their values, tables, tills, forms of the state. */

const N = [
  { number: '2024-118', iso: '2024-03-12', due: '2024-04-11' },
  { number: '2024-204', iso: '2024-05-23', due: '2024-06-22' },
]

const dots = (iso: string) => iso.split('-').reverse().join('.')
const slashes = (iso: string) => iso.split('-').reverse().join('/')
const american = (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`
const DE_MONTHS = ['März', 'Mai']
const ES_MONTHS = ['marzo', 'mayo']

export const FOREIGN: Layout[] = [
  {
    name: 'German invoice',
    type: 'invoice',
    make: n => {
      const { number, iso, due } = nth(N, n)
      return {
        text: `Bergmann Metallbau GmbH\nIndustriestraße 14\n70565 Stuttgart\n\nKlein & Söhne GmbH\nHauptstraße 3\n50667 Köln\n\nRechnung\n\nRechnungsnummer: RE-${number}\nRechnungsdatum: ${dots(iso)}\nFällig am: ${dots(due)}\n\nPos.\tBezeichnung\tMenge\tEinzelpreis\tGesamt\n1\tGeländer, verzinkt\t4\t250,00 €\t1.000,00 €\n\nNettobetrag\t1.000,00 €\nzzgl. 19 % MwSt.\t190,00 €\nRechnungsbetrag\t1.190,00 €\n\nBitte überweisen Sie den Betrag ohne Abzug.`,
        fields: {
          number: `RE-${number}`,
          document_date: iso,
          due_date: due,
          amount: 1190,
          currency: 'EUR',
          parties: ['Bergmann Metallbau GmbH'],
        },
      }
    },
  },
  {
    name: 'German invoice, month in words',
    type: 'invoice',
    make: n => {
      const { number, iso } = nth(N, n)
      return {
        text: `Rechnung Nr. ${number}\nDatum: ${Number(iso.slice(8))}. ${nth(DE_MONTHS, n)} 2024\nLieferant: Nordlicht Druck GmbH\nKunde: Hafenverlag GmbH\n\nDruck von 500 Heften\t840,00 EUR\nMehrwertsteuer 19 %\t159,60 EUR\nGesamtbetrag\t999,60 EUR`,
        fields: {
          number,
          document_date: iso,
          amount: 999.6,
          currency: 'EUR',
          parties: ['Nordlicht Druck GmbH', 'Hafenverlag GmbH'],
        },
      }
    },
  },
  {
    name: 'Spanish invoice',
    type: 'invoice',
    make: n => {
      const { number, iso, due } = nth(N, n)
      return {
        text: `FACTURA\n\nNúmero de factura: F-${number}\nFecha de emisión: ${slashes(iso)}\nFecha de vencimiento: ${slashes(due)}\n\nProveedor: Talleres Ibáñez S.L.\nCliente: Hotel Mirador S.A.\n\nConcepto\tCantidad\tPrecio\tImporte\nReparación de ascensor\t1\t1.500,00 €\t1.500,00 €\n\nBase imponible\t1.500,00 €\nIVA 21 %\t315,00 €\nTotal a pagar\t1.815,00 €`,
        fields: {
          number: `F-${number}`,
          document_date: iso,
          due_date: due,
          amount: 1815,
          currency: 'EUR',
          parties: ['Talleres Ibáñez S.L.', 'Hotel Mirador S.A.'],
        },
      }
    },
  },
  {
    name: 'Spanish invoice, month in words',
    type: 'invoice',
    make: n => {
      const { number, iso } = nth(N, n)
      return {
        text: `Factura nº ${number}\nFecha: ${Number(iso.slice(8))} de ${nth(ES_MONTHS, n)} de 2024\nVendedor: Panadería Lorca S.L.\nComprador: Café del Puerto S.L.\nImporte total: 642,30 €`,
        fields: {
          number,
          document_date: iso,
          amount: 642.3,
          currency: 'EUR',
          parties: ['Panadería Lorca S.L.', 'Café del Puerto S.L.'],
        },
      }
    },
  },
  {
    name: 'French invoice',
    type: 'invoice',
    make: n => {
      const { number, iso, due } = nth(N, n)
      return {
        text: `Facture n° ${number}\nDate de facture : ${slashes(iso)}\nDate d'échéance : ${slashes(due)}\nFournisseur : Atelier Moreau SARL\nClient : Librairie du Parc SARL\n\nMontant HT\t500,00 €\nTVA 20 %\t100,00 €\nTotal TTC\t600,00 €\nNet à payer\t600,00 €`,
        fields: {
          number,
          document_date: iso,
          due_date: due,
          amount: 600,
          currency: 'EUR',
          parties: ['Atelier Moreau SARL', 'Librairie du Parc SARL'],
        },
      }
    },
  },
  {
    name: 'Dutch invoice below a letter',
    type: 'invoice',
    make: n => {
      const { number, iso, due } = nth(N, n)
      return {
        text: `Fietsplein B.V.\nKadelaan 8, 3528 BJ Utrecht\nKvK Utrecht: 32147382\nIBAN: NL27INGB0000026500\n\nDhr. J. de Wit\nKapittelweg 4\n1216 JD HILVERSUM\n\nGeachte heer de Wit,\nHierbij ontvangt u de factuur voor de verzonden producten.\n\nFactuur\nFactuurdatum: ${dots(iso)}\nVervaldatum: ${dots(due)}\nFactuurnummer: ${number}\nKlantnummer: 9501198574\n\nTe betalen\t€ 129,95`,
        fields: {
          number,
          document_date: iso,
          due_date: due,
          amount: 129.95,
          currency: 'EUR',
          parties: ['Fietsplein B.V.'],
        },
      }
    },
  },
  {
    name: 'US invoice, labels over values',
    type: 'invoice',
    make: n => {
      const { number, iso, due } = nth(N, n)
      return {
        text: `Granite Peak Roofing LLC\n4410 Canyon Road\nBoulder, CO 80301\n\nINVOICE\n\nInvoice #\tInvoice Date\tDue Date\tAmount Due\n${number}\t${american(iso)}\t${american(due)}\t$2,480.00\n\nBill To\nSunrise Property Management Inc.\n\nDescription\tQty\tRate\tAmount\nRoof repair\t1\t$2,480.00\t$2,480.00`,
        fields: {
          number,
          document_date: iso,
          due_date: due,
          amount: 2480,
          currency: 'USD',
          parties: ['Granite Peak Roofing LLC', 'Sunrise Property Management Inc.'],
        },
      }
    },
  },
  {
    name: 'UK invoice',
    type: 'invoice',
    make: n => {
      const { number, iso, due } = nth(N, n)
      return {
        text: `Thornbury Electrical Ltd\n12 Mill Lane, Bristol BS1 4DJ\nVAT No. GB 123 4567 89\n\nTAX INVOICE\nInvoice No: ${number}\nTax point: ${slashes(iso)}\nPayment due: ${slashes(due)}\nTo: Oakfield Primary School\n\nRewiring of hall\t£1,200.00\nVAT @ 20%\t£240.00\nTotal due\t£1,440.00`,
        fields: {
          number,
          document_date: iso,
          due_date: due,
          amount: 1440,
          currency: 'GBP',
          parties: ['Thornbury Electrical Ltd', 'Oakfield Primary School'],
        },
      }
    },
  },
  {
    name: 'US receipt of a till',
    type: 'receipt',
    make: n => {
      const { iso } = nth(N, n)
      return {
        text: `RECEIPT\nCorner Hardware Inc.\n88 Elm Street, Dayton, OH 45402\nDate: ${american(iso)} 14:22\nReceipt #: 7719${n}\n\nHammer\t$18.99\nNails 1 lb\t$6.49\nSubtotal\t$25.48\nSales tax\t$1.91\nTotal\t$27.39\nVISA ****1234\t$27.39`,
        fields: {
          number: `7719${n}`,
          document_date: iso,
          amount: 27.39,
          currency: 'USD',
          parties: ['Corner Hardware Inc.'],
        },
      }
    },
  },
  {
    name: 'УПД',
    type: 'invoice',
    make: n => {
      const { number, iso } = nth(N, n)
      return {
        text: `Универсальный передаточный документ\nСтатус: 1\nСчет-фактура № ${number} от ${dots(iso)} (1)\nИсправление № -- от -- (1а)\nПродавец: ООО «Вектор Плюс» (2)\nАдрес: 620014, г. Екатеринбург, ул. Малышева, д. 5 (2а)\nИНН/КПП продавца: 6671234567/667101001 (2б)\nПокупатель: АО «Уралмост» (6)\nВалюта: наименование, код Российский рубль, 643 (7)\nНаименование товара\tКол-во\tЦена\tСтоимость без налога\tСумма налога\tСтоимость с налогом\nБолт М12\t1000\t15,00\t15 000,00\t3 000,00\t18 000,00\nВсего к оплате (9)\t\t\t15 000,00\t3 000,00\t18 000,00`,
        fields: {
          number,
          document_date: iso,
          amount: 18000,
          currency: 'RUB',
          parties: ['ООО «Вектор Плюс»', 'АО «Уралмост»'],
        },
      }
    },
  },
  {
    name: 'ТОРГ-12',
    type: 'invoice',
    make: n => {
      const { number, iso } = nth(N, n)
      return {
        text: `Унифицированная форма № ТОРГ-12\nУтверждена постановлением Госкомстата России от 25.12.98 № 132\nФорма по ОКУД 0330212\nГрузополучатель: ООО «Ромашка», ИНН 7701234567\nПоставщик: ООО «Снабжение», ИНН 7707654321\nПлательщик: ООО «Ромашка», ИНН 7701234567\nОснование: Договор № 5 от 01.02.2023\nТОВАРНАЯ НАКЛАДНАЯ\nНомер документа\tДата составления\n${number}\t${dots(iso)}\n№\tТовар\tКол-во\tЦена\tСумма без НДС\tСумма с НДС\n1\tБумага А4\t10\t300,00\t3 000,00\t3 600,00\nВсего по накладной\t10\t\t3 000,00\t3 600,00`,
        fields: {
          number,
          document_date: iso,
          amount: 3600,
          currency: 'RUB',
          parties: ['ООО «Снабжение»', 'ООО «Ромашка»'],
        },
      }
    },
  },
  {
    name: 'кассовый чек с номером смены',
    type: 'receipt',
    make: n => {
      const { iso } = nth(N, n)
      return {
        text: `КАССОВЫЙ ЧЕК\nПриход\nООО "Лента Юг"\nИНН 2312345678\nМесто расчетов: г. Краснодар, ул. Северная, 10\n${dots(iso)} 18:42\nСмена № 118 Чек № 45${n}\nКассир Петрова\nМолоко 3,2%\n2 x 89,90 = 179,80\nХлеб ржаной\n1 x 54,00 = 54,00\nИТОГ = 233,80\nБЕЗНАЛИЧНЫМИ = 233,80\nСУММА НДС 10% = 21,25\nФН 9960440300123456 ФД 12345 ФПД 1234567890`,
        fields: { number: `45${n}`, document_date: iso, amount: 233.8, currency: 'RUB', parties: ['ООО «Лента Юг»'] },
      }
    },
  },
  {
    name: 'квитанция ЖКХ',
    type: 'receipt',
    make: n => {
      const { due } = nth(N, n)
      return {
        text: `КВИТАНЦИЯ\nза жилищно-коммунальные услуги\nПолучатель: ООО «УК Уютный дом»\nИНН 6658123456\nЛицевой счет: 4012345${n}\nПлательщик: Сидоров Пётр Иванович\nУслуга\tНачислено\nОтопление\t2 140,15\nХолодная вода\t412,30\nВодоотведение\t388,05\nИтого к оплате: 2 940,50 руб.\nОплатить до: ${dots(due)}`,
        fields: {
          due_date: due,
          amount: 2940.5,
          currency: 'RUB',
          parties: ['ООО «УК Уютный дом»', 'Сидоров Пётр Иванович'],
        },
      }
    },
  },
]
