import { primaryOf } from './languageOf.js';

/** The texts that inputs and refusals have where an author wrote none, as the schemas of blocks and settings state them. */
const ENGLISH =
  "Send|Type your answer…|Type a number…|Type your email…|Type a URL…|Type your phone number…|From:|To:|Filter the options…|Pay|Upload|Clear|Skip|File uploaded|{total} files uploaded|This email doesn't seem to be valid. Can you type it again?|Payment failed. Please, try again.|Invalid message. Please, try again.|This bot is now closed";

/** The same in each language, in the same order. */
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['en', ENGLISH],
  [
    'es',
    'Enviar|Escribe tu respuesta…|Escribe un número…|Escribe tu correo electrónico…|Escribe una dirección web…|Escribe tu número de teléfono…|Desde:|Hasta:|Filtrar las opciones…|Pagar|Subir|Borrar|Omitir|Archivo subido|{total} archivos subidos|Este correo electrónico no parece válido. ¿Puedes escribirlo de nuevo?|El pago ha fallado. Inténtalo de nuevo.|Mensaje no válido. Inténtalo de nuevo.|Este bot está cerrado',
  ],
  [
    'fr',
    'Envoyer|Écrivez votre réponse…|Écrivez un nombre…|Écrivez votre e-mail…|Écrivez une adresse web…|Écrivez votre numéro de téléphone…|Du :|Au :|Filtrer les options…|Payer|Envoyer|Effacer|Passer|Fichier envoyé|{total} fichiers envoyés|Cet e-mail ne semble pas valide. Pouvez-vous l’écrire à nouveau ?|Le paiement a échoué. Veuillez réessayer.|Message non valide. Veuillez réessayer.|Ce bot est fermé',
  ],
  [
    'de',
    'Senden|Ihre Antwort …|Eine Zahl …|Ihre E-Mail-Adresse …|Eine Webadresse …|Ihre Telefonnummer …|Von:|Bis:|Auswahl filtern …|Bezahlen|Hochladen|Leeren|Überspringen|Datei hochgeladen|{total} Dateien hochgeladen|Diese E-Mail-Adresse scheint nicht gültig zu sein. Können Sie sie noch einmal eingeben?|Die Zahlung ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.|Ungültige Nachricht. Bitte versuchen Sie es noch einmal.|Dieser Bot ist geschlossen',
  ],
  [
    'pt',
    'Enviar|Escreva a sua resposta…|Escreva um número…|Escreva o seu e-mail…|Escreva um endereço web…|Escreva o seu número de telefone…|De:|Até:|Filtrar as opções…|Pagar|Enviar|Limpar|Saltar|Ficheiro enviado|{total} ficheiros enviados|Este e-mail não parece válido. Pode escrevê-lo de novo?|O pagamento falhou. Tente novamente.|Mensagem inválida. Tente novamente.|Este bot está fechado',
  ],
  [
    'it',
    'Invia|Scrivi la tua risposta…|Scrivi un numero…|Scrivi la tua e-mail…|Scrivi un indirizzo web…|Scrivi il tuo numero di telefono…|Dal:|Al:|Filtra le opzioni…|Paga|Carica|Cancella|Salta|File caricato|{total} file caricati|Questa e-mail non sembra valida. Puoi scriverla di nuovo?|Il pagamento non è riuscito. Riprova.|Messaggio non valido. Riprova.|Questo bot è chiuso',
  ],
  [
    'nl',
    'Versturen|Typ uw antwoord…|Typ een getal…|Typ uw e-mailadres…|Typ een webadres…|Typ uw telefoonnummer…|Van:|Tot:|Opties filteren…|Betalen|Uploaden|Wissen|Overslaan|Bestand geüpload|{total} bestanden geüpload|Dit e-mailadres lijkt niet geldig. Kunt u het opnieuw typen?|De betaling is mislukt. Probeer het opnieuw.|Ongeldig bericht. Probeer het opnieuw.|Deze bot is gesloten',
  ],
  [
    'pl',
    'Wyślij|Wpisz odpowiedź…|Wpisz liczbę…|Wpisz swój e-mail…|Wpisz adres strony…|Wpisz swój numer telefonu…|Od:|Do:|Filtruj opcje…|Zapłać|Prześlij|Wyczyść|Pomiń|Plik przesłany|Przesłane pliki: {total}|Ten e-mail wygląda na nieprawidłowy. Czy możesz wpisać go ponownie?|Płatność nie powiodła się. Spróbuj ponownie.|Nieprawidłowa wiadomość. Spróbuj ponownie.|Ten bot jest zamknięty',
  ],
  [
    'cs',
    'Odeslat|Napište odpověď…|Napište číslo…|Napište svůj e-mail…|Napište webovou adresu…|Napište své telefonní číslo…|Od:|Do:|Filtrovat možnosti…|Zaplatit|Nahrát|Vymazat|Přeskočit|Soubor nahrán|Nahrané soubory: {total}|Tento e-mail nevypadá platně. Můžete ho napsat znovu?|Platba se nezdařila. Zkuste to prosím znovu.|Neplatná zpráva. Zkuste to prosím znovu.|Tento bot je zavřený',
  ],
  [
    'sv',
    'Skicka|Skriv ditt svar…|Skriv ett tal…|Skriv din e-postadress…|Skriv en webbadress…|Skriv ditt telefonnummer…|Från:|Till:|Filtrera alternativen…|Betala|Ladda upp|Rensa|Hoppa över|Filen är uppladdad|{total} filer uppladdade|E-postadressen verkar inte giltig. Kan du skriva den igen?|Betalningen misslyckades. Försök igen.|Ogiltigt meddelande. Försök igen.|Den här boten är stängd',
  ],
  [
    'ru',
    'Отправить|Введите ответ…|Введите число…|Введите эл. почту…|Введите адрес сайта…|Введите номер телефона…|С:|По:|Отфильтровать варианты…|Оплатить|Загрузить|Очистить|Пропустить|Файл загружен|Загружено файлов: {total}|Похоже, этот адрес эл. почты неверен. Введите его ещё раз, пожалуйста.|Оплата не прошла. Попробуйте ещё раз.|Недопустимое сообщение. Попробуйте ещё раз.|Этот бот закрыт',
  ],
  [
    'uk',
    'Надіслати|Введіть відповідь…|Введіть число…|Введіть ел. пошту…|Введіть адресу сайту…|Введіть номер телефону…|З:|До:|Фільтрувати варіанти…|Сплатити|Завантажити|Очистити|Пропустити|Файл завантажено|Завантажено файлів: {total}|Схоже, ця адреса ел. пошти неправильна. Введіть її ще раз, будь ласка.|Оплата не пройшла. Спробуйте ще раз.|Недійсне повідомлення. Спробуйте ще раз.|Цей бот закрито',
  ],
  [
    'tr',
    'Gönder|Yanıtınızı yazın…|Bir sayı yazın…|E-postanızı yazın…|Bir web adresi yazın…|Telefon numaranızı yazın…|Başlangıç:|Bitiş:|Seçenekleri filtrele…|Öde|Yükle|Temizle|Geç|Dosya yüklendi|{total} dosya yüklendi|Bu e-posta geçerli görünmüyor. Tekrar yazar mısınız?|Ödeme başarısız oldu. Lütfen tekrar deneyin.|Geçersiz mesaj. Lütfen tekrar deneyin.|Bu bot şu anda kapalı',
  ],
  [
    'ar',
    'إرسال|اكتب إجابتك…|اكتب رقمًا…|اكتب بريدك الإلكتروني…|اكتب عنوان موقع…|اكتب رقم هاتفك…|من:|إلى:|تصفية الخيارات…|ادفع|رفع|مسح|تخطٍّ|تم رفع الملف|الملفات المرفوعة: {total}|يبدو أن هذا البريد الإلكتروني غير صالح. هل يمكنك كتابته مرة أخرى؟|فشل الدفع. يرجى المحاولة مرة أخرى.|رسالة غير صالحة. يرجى المحاولة مرة أخرى.|هذا البوت مغلق الآن',
  ],
  [
    'he',
    'שליחה|כתבו את התשובה…|כתבו מספר…|כתבו את הדוא״ל…|כתבו כתובת אתר…|כתבו את מספר הטלפון…|מ:|עד:|סינון האפשרויות…|תשלום|העלאה|ניקוי|דילוג|הקובץ הועלה|הועלו {total} קבצים|כתובת הדוא״ל אינה נראית תקינה. אפשר לכתוב אותה שוב?|התשלום נכשל. נסו שוב.|הודעה לא תקינה. נסו שוב.|הבוט הזה סגור כעת',
  ],
  [
    'hi',
    'भेजें|अपना उत्तर लिखें…|एक संख्या लिखें…|अपना ईमेल लिखें…|एक वेब पता लिखें…|अपना फ़ोन नंबर लिखें…|से:|तक:|विकल्प छाँटें…|भुगतान करें|अपलोड करें|हटाएँ|छोड़ें|फ़ाइल अपलोड हुई|{total} फ़ाइलें अपलोड हुईं|यह ईमेल सही नहीं लगता। क्या आप इसे फिर से लिख सकते हैं?|भुगतान नहीं हो सका। कृपया फिर से कोशिश करें।|संदेश मान्य नहीं है। कृपया फिर से कोशिश करें।|यह बॉट अभी बंद है',
  ],
  [
    'id',
    'Kirim|Tulis jawaban Anda…|Tulis angka…|Tulis email Anda…|Tulis alamat web…|Tulis nomor telepon Anda…|Dari:|Sampai:|Saring pilihan…|Bayar|Unggah|Hapus|Lewati|Berkas terunggah|{total} berkas terunggah|Email ini tampaknya tidak valid. Bisakah Anda menulisnya lagi?|Pembayaran gagal. Silakan coba lagi.|Pesan tidak valid. Silakan coba lagi.|Bot ini sedang ditutup',
  ],
  [
    'vi',
    'Gửi|Nhập câu trả lời…|Nhập một số…|Nhập email của bạn…|Nhập địa chỉ web…|Nhập số điện thoại của bạn…|Từ:|Đến:|Lọc các lựa chọn…|Thanh toán|Tải lên|Xóa|Bỏ qua|Đã tải tệp lên|Đã tải lên {total} tệp|Email này có vẻ không hợp lệ. Bạn có thể nhập lại không?|Thanh toán không thành công. Vui lòng thử lại.|Tin nhắn không hợp lệ. Vui lòng thử lại.|Bot này hiện đã đóng',
  ],
  [
    'ja',
    '送信|回答を入力…|数値を入力…|メールアドレスを入力…|URL を入力…|電話番号を入力…|開始:|終了:|選択肢を絞り込む…|支払う|アップロード|クリア|スキップ|ファイルをアップロードしました|{total} 件のファイルをアップロードしました|このメールアドレスは正しくないようです。もう一度入力してください。|支払いに失敗しました。もう一度お試しください。|無効なメッセージです。もう一度お試しください。|このボットは現在閉じられています',
  ],
  [
    'ko',
    '보내기|답변을 입력하세요…|숫자를 입력하세요…|이메일을 입력하세요…|웹 주소를 입력하세요…|전화번호를 입력하세요…|시작:|종료:|선택지 검색…|결제|업로드|지우기|건너뛰기|파일이 업로드되었습니다|파일 {total}개가 업로드되었습니다|이메일이 올바르지 않은 것 같습니다. 다시 입력해 주세요.|결제에 실패했습니다. 다시 시도해 주세요.|잘못된 메시지입니다. 다시 시도해 주세요.|이 봇은 현재 닫혀 있습니다',
  ],
  [
    'zh',
    '发送|输入您的回答…|输入一个数字…|输入您的邮箱…|输入网址…|输入您的电话号码…|从：|到：|筛选选项…|支付|上传|清除|跳过|文件已上传|已上传 {total} 个文件|这个邮箱似乎无效。请再输入一次。|支付失败。请重试。|消息无效。请重试。|此机器人现已关闭',
  ],
]);

/** The defaults of a language by their English texts; none for a language that has none. */
export function defaultTexts(language: string): ReadonlyMap<string, string> {
  const texts = LANGUAGES.get(primaryOf(language))?.split('|') ?? [];
  const english = ENGLISH.split('|');
  return new Map(texts.map((text, index) => [String(english[index]), text]));
}
