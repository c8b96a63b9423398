/** The words of the chat in Turkish, in the order of their names. */
export const words =
  'Gönder|Sohbet|Yazıyor …|Bağlantı yok. Gönderdikleriniz bağlantı gelene kadar saklanır.|Sohbet sona erdi.|Yeniden başla|Sohbeti aç|Sohbeti kapat|Geç|Temizle|Seçenekleri filtrele|Sonuç yok|Dosya seç|Kaldır|Ülke|Kaydet|Durdur|Sayfayı aç|Tarih|Saat|Görsel|Video|Ses|Gömülü sayfa|Olmadı. Lütfen yeniden deneyin.|Bu sayfa bu botu kullanamaz. Sahibi sayfanın adresine izin verebilir.|Gönderilmedi, çünkü sohbet çoktan ilerledi:|Bu sohbet kullanılamıyor.|Sohbet yüklenemedi.|Tekrar dene';
