/** The names of the words of the chat itself, such as the label of the button that sends. What a bot says comes from its author. */
const NAMES = [
  ...['send', 'conversation', 'typing', 'offline', 'ended', 'restart', 'open', 'close', 'skip'],
  ...['clear', 'search', 'noMatch', 'file', 'remove', 'country', 'record', 'stop', 'linkBlocked'],
  ...['date', 'time', 'image', 'video', 'audio', 'page', 'failed'],
  ...['notHere', 'notSent'],
] as const;

/** The words of the chat in one language. */
export type Words = Readonly<Record<(typeof NAMES)[number], string>>;

/** The words of each language, in the order of NAMES. */
const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'Send|Conversation|Typing …|No connection. What you send is kept until there is one.|The conversation has ended.|Start again|Open the chat|Close the chat|Skip|Clear|Filter the options|Nothing matches|Choose a file|Remove|Country|Record|Stop|Open the page|Date|Time|Image|Video|Sound|Embedded page|That did not work. Please try again.|This page may not run this bot. Its owner can allow the address of the page.|Not sent, because the conversation has moved on:',
  es: 'Enviar|Conversación|Escribiendo …|Sin conexión. Lo que envíes se guarda hasta que la haya.|La conversación ha terminado.|Empezar de nuevo|Abrir el chat|Cerrar el chat|Omitir|Borrar|Filtrar las opciones|Sin resultados|Elegir un archivo|Quitar|País|Grabar|Detener|Abrir la página|Fecha|Hora|Imagen|Vídeo|Sonido|Página incrustada|No ha funcionado. Inténtalo de nuevo.|Esta página no puede usar este bot. Su propietario puede permitir la dirección de la página.|No se envió porque la conversación ya había avanzado:',
  fr: 'Envoyer|Conversation|En train d’écrire …|Pas de connexion. Vos messages sont gardés jusqu’à son retour.|La conversation est terminée.|Recommencer|Ouvrir le chat|Fermer le chat|Passer|Effacer|Filtrer les options|Aucun résultat|Choisir un fichier|Retirer|Pays|Enregistrer|Arrêter|Ouvrir la page|Date|Heure|Image|Vidéo|Son|Page intégrée|Cela n’a pas fonctionné. Veuillez réessayer.|Cette page ne peut pas utiliser ce bot. Son propriétaire peut autoriser l’adresse de la page.|Non envoyé, car la conversation a déjà continué :',
  de: 'Senden|Unterhaltung|Schreibt …|Keine Verbindung. Was Sie senden, wird bis dahin aufbewahrt.|Die Unterhaltung ist beendet.|Neu beginnen|Chat öffnen|Chat schließen|Überspringen|Leeren|Auswahl filtern|Nichts gefunden|Datei wählen|Entfernen|Land|Aufnehmen|Anhalten|Seite öffnen|Datum|Uhrzeit|Bild|Video|Ton|Eingebettete Seite|Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.|Diese Seite darf diesen Bot nicht verwenden. Wem er gehört, kann die Adresse der Seite erlauben.|Nicht gesendet, weil die Unterhaltung schon weiter ist:',
  pt: 'Enviar|Conversa|A escrever …|Sem ligação. O que enviar fica guardado até voltar.|A conversa terminou.|Recomeçar|Abrir o chat|Fechar o chat|Saltar|Limpar|Filtrar as opções|Sem resultados|Escolher um ficheiro|Remover|País|Gravar|Parar|Abrir a página|Data|Hora|Imagem|Vídeo|Som|Página incorporada|Não funcionou. Tente novamente.|Esta página não pode usar este bot. O proprietário pode permitir o endereço da página.|Não enviado, porque a conversa já avançou:',
  it: 'Invia|Conversazione|Sta scrivendo …|Nessuna connessione. I messaggi restano in attesa.|La conversazione è terminata.|Ricomincia|Apri la chat|Chiudi la chat|Salta|Cancella|Filtra le opzioni|Nessun risultato|Scegli un file|Rimuovi|Paese|Registra|Ferma|Apri la pagina|Data|Ora|Immagine|Video|Audio|Pagina incorporata|Non ha funzionato. Riprova.|Questa pagina non può usare questo bot. Il proprietario può autorizzare l’indirizzo della pagina.|Non inviato, perché la conversazione è già proseguita:',
  nl: 'Versturen|Gesprek|Aan het typen …|Geen verbinding. Wat u verstuurt, wordt zolang bewaard.|Het gesprek is afgelopen.|Opnieuw beginnen|Chat openen|Chat sluiten|Overslaan|Wissen|Opties filteren|Niets gevonden|Bestand kiezen|Verwijderen|Land|Opnemen|Stoppen|Pagina openen|Datum|Tijd|Afbeelding|Video|Geluid|Ingesloten pagina|Dat is niet gelukt. Probeer het opnieuw.|Deze pagina mag deze bot niet gebruiken. De eigenaar kan het adres van de pagina toestaan.|Niet verstuurd, want het gesprek is al verder:',
  pl: 'Wyślij|Rozmowa|Pisze …|Brak połączenia. Wiadomości zostaną wysłane później.|Rozmowa została zakończona.|Zacznij od nowa|Otwórz czat|Zamknij czat|Pomiń|Wyczyść|Filtruj opcje|Brak wyników|Wybierz plik|Usuń|Kraj|Nagraj|Zatrzymaj|Otwórz stronę|Data|Godzina|Obraz|Wideo|Dźwięk|Osadzona strona|Nie udało się. Spróbuj ponownie.|Ta strona nie może używać tego bota. Jego właściciel może zezwolić na adres strony.|Nie wysłano, ponieważ rozmowa toczy się już dalej:',
  tr: 'Gönder|Sohbet|Yazıyor …|Bağlantı yok. Gönderdikleriniz bağlantı gelene kadar saklanır.|Sohbet sona erdi.|Yeniden başla|Sohbeti aç|Sohbeti kapat|Geç|Temizle|Seçenekleri filtrele|Sonuç yok|Dosya seç|Kaldır|Ülke|Kaydet|Durdur|Sayfayı aç|Tarih|Saat|Görsel|Video|Ses|Gömülü sayfa|Olmadı. Lütfen yeniden deneyin.|Bu sayfa bu botu kullanamaz. Sahibi sayfanın adresine izin verebilir.|Gönderilmedi, çünkü sohbet çoktan ilerledi:',
  ar: 'إرسال|محادثة|يكتب …|لا يوجد اتصال. تُحفظ رسائلك حتى يعود.|انتهت المحادثة.|ابدأ من جديد|افتح المحادثة|أغلق المحادثة|تخطٍّ|مسح|تصفية الخيارات|لا توجد نتائج|اختر ملفًا|إزالة|البلد|تسجيل|إيقاف|افتح الصفحة|التاريخ|الوقت|صورة|فيديو|صوت|صفحة مضمّنة|لم ينجح ذلك. حاول مرة أخرى.|لا يُسمح لهذه الصفحة باستخدام هذا البوت. يمكن لمالكه السماح بعنوان الصفحة.|لم يُرسل لأن المحادثة قد تقدّمت:',
  hi: 'भेजें|बातचीत|लिख रहा है …|कनेक्शन नहीं है। संदेश तब तक सहेजे जाते हैं।|बातचीत समाप्त हो गई।|फिर से शुरू करें|चैट खोलें|चैट बंद करें|छोड़ें|साफ़ करें|विकल्प छाँटें|कुछ नहीं मिला|फ़ाइल चुनें|हटाएँ|देश|रिकॉर्ड करें|रोकें|पृष्ठ खोलें|तारीख़|समय|चित्र|वीडियो|ध्वनि|अंतःस्थापित पृष्ठ|यह नहीं हो सका। कृपया फिर से कोशिश करें।|यह पृष्ठ इस बॉट का उपयोग नहीं कर सकता। इसका स्वामी पृष्ठ के पते की अनुमति दे सकता है।|नहीं भेजा गया, क्योंकि बातचीत आगे बढ़ चुकी है:',
  ja: '送信|会話|入力中 …|接続がありません。メッセージは接続が戻るまで保存されます。|会話は終了しました。|最初から始める|チャットを開く|チャットを閉じる|スキップ|消去|選択肢を絞り込む|該当なし|ファイルを選ぶ|削除|国|録音|停止|ページを開く|日付|時刻|画像|動画|音声|埋め込みページ|うまくいきませんでした。もう一度お試しください。|このページではこのボットを使えません。ボットの所有者がページのアドレスを許可できます。|会話が先に進んだため送信されませんでした:',
};

/** The words of the first of these languages that the chat has, or else of English. */
export function wordsIn(languages: readonly string[]): Words {
  const known = languages
    .map((language) => language.split('-')[0] ?? '')
    .find((one) => one in LANGUAGES);
  const texts = (LANGUAGES[known ?? 'en'] ?? '').split('|');
  // Every name has its text: a test compares.
  return Object.fromEntries(NAMES.map((name, index) => [name, texts[index] ?? ''])) as Words;
}
