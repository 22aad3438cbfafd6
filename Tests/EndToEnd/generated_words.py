"""The words of the lists that generated_lists.py makes: headings as people write them, rooms, things, yes and no."""
import re

# Headings and words. The program documents ten languages; of the others it may ask which column is which.
KNOWN = "en de fr es it nl pt ja zh tw"
WORDS = {"en": """places=en_US USD . ,|en_GB GBP . ,|en_AU AUD . ,|en_CA CAD . ,|en_IE EUR . ,;
name=Item|Object|What|Article|Possession|Item name|Thing; value=Value|Current value|Estimated value|Worth|Price|Cost;
price=Purchase price|Price paid|Paid|Bought for|Cost price; each=Unit price|Price each|Price per piece;
line=Total price|Line total|Total; qty=Quantity|Qty|How many|Count|Pcs; loc=Room|Location|Where|Kept in|Place;
cat=Category|Type|Kind|Group; man=Brand|Make|Manufacturer|Maker; model=Model|Model number|Model no.;
serial=Serial number|Serial no.|S/N|Serial #; asset=Asset number|Asset ID|Inventory no.|Tag no.;
date=Purchase date|Date bought|Bought on|Date of purchase|Acquired; shop=Shop|Store|Bought at|Retailer|Seller;
warr=Warranty until|Warranty expires|Guarantee ends; insured=Insured|Insured?|Is insured; cond=Condition|State;
colour=Colour|Color; notes=Notes|Remarks|Comment; tags=Tags|Labels|Keywords; url=Link|URL|Website;
own=Weight (kg)|Shelf life|Borrowed by|Wattage|Height cm; yes=yes|Y|true|x|✓|Yes; no=no|N|false||✗|No;
none=n/a|-|none|unknown; total=Total|Grand total|Sum; purchase=Purchase|Date|Price|Shop;
title=Inventory of our house|Contents of the flat, for the insurer;
foot=Printed on 5 March|End of the list, see the folder for receipts; rooms=Kitchen|Living room|Bedroom|Garage|Attic|Hallway;
things=Sofa|Bookcase|Lamp|Toaster|Bicycle|Desk|Mirror|Kettle|Wardrobe|Drill|Total Gym|Kitchen scale|Garage door opener""",
"de": """places=de_DE EUR , .|de_AT EUR , .|de_CH CHF . '; name=Gegenstand|Artikel|Bezeichnung|Objekt|Sache|Gerät;
value=Wert|Zeitwert|Schätzwert|Preis|Aktueller Wert; price=Kaufpreis|Anschaffungspreis|Einkaufspreis|Bezahlt;
each=Einzelpreis|Stückpreis|Preis pro Stück; line=Gesamtpreis|Gesamt|Summe; qty=Anzahl|Menge|Stück|Stückzahl;
loc=Raum|Zimmer|Ort|Standort|Lagerort; cat=Kategorie|Art|Gruppe; man=Marke|Hersteller|Fabrikat;
model=Modell|Typenbezeichnung|Modellnummer; serial=Seriennummer|Serien-Nr.|Seriennr.;
asset=Inventarnummer|Inventar-Nr.|Inv.-Nr.; date=Kaufdatum|Gekauft am|Anschaffungsdatum|Datum des Kaufs;
shop=Händler|Geschäft|Gekauft bei|Laden; warr=Garantie bis|Garantieende; insured=Versichert|Versichert?; cond=Zustand;
colour=Farbe; notes=Notizen|Bemerkung|Anmerkungen|Bemerkungen; tags=Schlagwörter|Stichworte|Etiketten; url=Link|Webseite|URL;
own=Gewicht (kg)|Verliehen an|Leistung|Höhe cm; yes=ja|J|x|✓|Ja; no=nein|N||✗|Nein; none=keine|-|k. A.|unbekannt;
total=Summe|Gesamt|Gesamtsumme; purchase=Kauf|Datum|Preis|Händler; title=Hausratsliste Müller|Inventar unserer Wohnung;
foot=Stand: März|Alle Belege liegen im Ordner; rooms=Küche|Wohnzimmer|Schlafzimmer|Keller|Flur|Dachboden;
things=Sofa|Bücherregal|Lampe|Wasserkocher|Fahrrad|Schreibtisch|Spiegel|Toaster|Nähmaschine|Bohrmaschine|Gesamtausgabe Goethe|Küchenwaage""",
"fr": """places=fr_FR EUR , \u202f|fr_BE EUR , .|fr_CA CAD , \u00a0; name=Article|Objet|Désignation|Bien;
value=Valeur|Valeur estimée|Prix|Valeur actuelle; price=Prix d'achat|Prix payé|Coût d'achat;
each=Prix unitaire|Prix à l'unité; line=Prix total|Total; qty=Quantité|Nombre|Qté; loc=Pièce|Emplacement|Lieu;
cat=Catégorie|Type; man=Marque|Fabricant; model=Modèle|Référence du modèle; serial=Numéro de série|N° de série;
asset=Numéro d'inventaire|N° d'inventaire; date=Date d'achat|Acheté le; shop=Magasin|Vendeur|Acheté chez;
warr=Garantie jusqu'au|Fin de garantie; insured=Assuré|Assuré ?; cond=État; colour=Couleur;
notes=Remarques|Notes|Commentaire; tags=Étiquettes|Mots-clés; url=Lien|Site web; own=Poids (kg)|Prêté à|Puissance;
yes=oui|O|x|✓|Oui; no=non|N||✗|Non; none=-|aucun|inconnu; total=Total|Somme|Total général; purchase=Achat|Date|Prix|Magasin;
title=Inventaire de la maison|Biens de l'appartement; foot=Imprimé le 5 mars|Les factures sont dans le classeur;
rooms=Cuisine|Salon|Chambre|Garage|Grenier|Cave;
things=Canapé|Bibliothèque|Lampe|Bouilloire|Vélo|Bureau|Miroir|Grille-pain|Armoire|Perceuse""",
"es": """places=es_ES EUR , .|es_MX MXN . ,; name=Artículo|Objeto|Nombre|Bien; value=Valor|Valor estimado|Precio|Valor actual;
price=Precio de compra|Precio pagado; each=Precio unitario|Precio por unidad; line=Precio total|Total;
qty=Cantidad|Unidades|Nº de unidades; loc=Habitación|Ubicación|Lugar|Estancia; cat=Categoría|Tipo; man=Marca|Fabricante;
model=Modelo; serial=Número de serie|N.º de serie|Nº serie; asset=Número de inventario|Nº de inventario;
date=Fecha de compra|Comprado el; shop=Tienda|Comprado en|Vendedor; warr=Garantía hasta|Fin de garantía;
insured=Asegurado|¿Asegurado?; cond=Estado; colour=Color; notes=Notas|Observaciones|Comentarios;
tags=Etiquetas|Palabras clave; url=Enlace|Página web; own=Peso (kg)|Prestado a|Potencia; yes=sí|x|✓|Sí; no=no||✗|No;
none=-|ninguno|desconocido; total=Total|Suma|Total general; purchase=Compra|Fecha|Precio|Tienda;
title=Inventario de la casa|Bienes del piso; foot=Impreso el 5 de marzo|Las facturas están en la carpeta;
rooms=Cocina|Salón|Dormitorio|Garaje|Baño|Desván;
things=Sofá|Estantería|Lámpara|Hervidor|Bicicleta|Escritorio|Espejo|Tostadora|Armario|Taladro""",
"it": """places=it_IT EUR , .; name=Oggetto|Articolo|Nome|Bene; value=Valore|Valore stimato|Prezzo;
price=Prezzo di acquisto|Prezzo d'acquisto|Prezzo pagato; each=Prezzo unitario|Prezzo cadauno; line=Prezzo totale|Totale;
qty=Quantità|Pezzi|Qtà; loc=Stanza|Posizione|Luogo|Ambiente; cat=Categoria|Tipo; man=Marca|Produttore; model=Modello;
serial=Numero di serie|Matricola; asset=Numero di inventario|N. inventario;
date=Data di acquisto|Data d'acquisto|Acquistato il; shop=Negozio|Venditore; warr=Garanzia fino al|Scadenza garanzia;
insured=Assicurato; cond=Condizione|Stato; colour=Colore; notes=Note|Osservazioni; tags=Etichette|Parole chiave;
url=Collegamento|Sito web|Link; own=Peso (kg)|Prestato a; yes=sì|x|✓|Sì; no=no||✗|No; none=-|nessuno|sconosciuto;
total=Totale|Somma|Totale generale; purchase=Acquisto|Data|Prezzo|Negozio; title=Inventario di casa;
foot=Stampato il 5 marzo; rooms=Cucina|Soggiorno|Camera da letto|Garage|Bagno|Cantina;
things=Divano|Libreria|Lampada|Bollitore|Bicicletta|Scrivania|Specchio|Tostapane|Armadio|Trapano""",
"nl": """places=nl_NL EUR , .|nl_BE EUR , .; name=Voorwerp|Artikel|Naam|Omschrijving;
value=Waarde|Geschatte waarde|Prijs|Huidige waarde; price=Aankoopprijs|Aanschafprijs|Betaald; each=Stukprijs|Prijs per stuk;
line=Totaalprijs|Totaal; qty=Aantal|Hoeveelheid|Stuks; loc=Kamer|Ruimte|Locatie|Plaats; cat=Categorie|Soort;
man=Merk|Fabrikant; model=Model|Modelnummer; serial=Serienummer|Serienr.; asset=Inventarisnummer|Inventarisnr.;
date=Aankoopdatum|Gekocht op; shop=Winkel|Gekocht bij|Verkoper; warr=Garantie tot|Einde garantie; insured=Verzekerd;
cond=Staat|Conditie; colour=Kleur; notes=Opmerkingen|Notities; tags=Trefwoorden|Labels; url=Link|Website;
own=Gewicht (kg)|Uitgeleend aan; yes=ja|x|✓|Ja; no=nee||✗|Nee; none=-|geen|onbekend; total=Totaal|Som|Eindtotaal;
purchase=Aankoop|Datum|Prijs|Winkel; title=Inboedellijst; foot=Afgedrukt op 5 maart;
rooms=Keuken|Woonkamer|Slaapkamer|Garage|Zolder|Kelder;
things=Bank|Boekenkast|Lamp|Waterkoker|Fiets|Bureau|Spiegel|Broodrooster|Kledingkast|Boormachine""",
"pt": """places=pt_PT EUR , .|pt_BR BRL , .; name=Item|Objeto|Artigo|Bem; value=Valor|Valor estimado|Preço;
price=Preço de compra|Valor de compra|Preço pago; each=Preço unitário|Valor unitário; line=Preço total|Total|Valor total;
qty=Quantidade|Qtd.|Qtde; loc=Cômodo|Localização|Local|Divisão; cat=Categoria|Tipo; man=Marca|Fabricante; model=Modelo;
serial=Número de série|Nº de série; asset=Número de patrimônio|Nº de inventário;
date=Data de compra|Data da compra|Comprado em; shop=Loja|Vendedor; warr=Garantia até|Fim da garantia; insured=Segurado;
cond=Estado|Condição; colour=Cor; notes=Observações|Notas; tags=Etiquetas|Palavras-chave; url=Link|Site;
own=Peso (kg)|Emprestado a; yes=sim|x|✓|Sim; no=não||✗|Não; none=-|nenhum|desconhecido; total=Total|Soma|Total geral;
purchase=Compra|Data|Preço|Loja; title=Inventário da casa; foot=Impresso em 5 de março;
rooms=Cozinha|Sala de estar|Quarto|Garagem|Banheiro|Escritório;
things=Sofá|Estante|Abajur|Chaleira|Bicicleta|Escrivaninha|Espelho|Torradeira|Armário|Furadeira""",
"ja": """places=ja_JP JPY . ,; name=品名|品物|名称|商品名; value=価格|評価額|金額|現在価値; price=購入価格|購入金額|購入額; each=単価; line=合計金額|小計; qty=数量|個数|点数;
loc=場所|部屋|保管場所; cat=分類|カテゴリー|種類; man=メーカー|製造元|ブランド; model=型番|モデル; serial=シリアル番号|製造番号; asset=管理番号|資産番号; date=購入日|購入年月日;
shop=購入店|購入先; warr=保証期限|保証終了日; insured=保険; cond=状態; colour=色; notes=備考|メモ; tags=タグ; url=リンク|URL; own=重さ|貸出先; yes=はい|有|○;
no=いいえ|無|×; none=-|なし|不明; total=合計|総計; purchase=購入|日付|価格|店; title=家財一覧; foot=三月五日印刷; rooms=台所|居間|寝室|車庫|玄関;
things=ソファ|本棚|電気スタンド|やかん|自転車|机|鏡|炊飯器|箪笥|掃除機""",
"zh": """places=zh_CN CNY . ,; name=物品|名称|物品名称|品名; value=价值|估价|价格|现值; price=购买价格|购入价|买价; each=单价; line=总价|合计金额; qty=数量|件数;
loc=房间|位置|存放地点; cat=类别|分类; man=品牌|制造商; model=型号; serial=序列号; asset=资产编号|编号; date=购买日期|购入日期; shop=商店|购买地点|购买渠道;
warr=保修期至|保修截止; insured=已投保|是否投保; cond=状态|成色; colour=颜色; notes=备注; tags=标签; url=链接|网址; own=重量|借给; yes=是|有|✓; no=否|无|✗;
none=-|无|未知; total=合计|总计; purchase=购买|日期|价格|商店; title=家庭物品清单; foot=三月五日打印; rooms=厨房|客厅|卧室|车库|书房;
things=沙发|书架|台灯|水壶|自行车|书桌|镜子|电饭锅|衣柜|吸尘器""",
"tw": """places=zh_TW TWD . ,; name=物品|名稱|品名; value=價值|估價|價格; price=購買價格|購入價格; each=單價; line=總價|總金額; qty=數量|件數; loc=房間|位置|存放地點;
cat=類別|分類; man=品牌|製造商; model=型號; serial=序號|序列號; date=購買日期|購入日期; notes=備註; yes=是|有; no=否|無; total=合計|總計; purchase=購買|日期|價格|商店;
title=家庭財產清單; foot=三月五日列印; rooms=廚房|客廳|臥室|車庫|書房; things=沙發|書架|檯燈|水壺|腳踏車|書桌|鏡子|電鍋|衣櫃|吸塵器""",
"sv": """places=sv_SE SEK , \u00a0; name=Föremål|Sak; value=Värde|Pris; qty=Antal; loc=Rum|Plats; man=Märke|Tillverkare;
serial=Serienummer; date=Inköpsdatum; notes=Anteckningar; rooms=Kök|Vardagsrum|Sovrum|Källare;
things=Soffa|Bokhylla|Lampa|Vattenkokare|Cykel|Skrivbord|Spegel""",
"pl": """places=pl_PL PLN , \u00a0; name=Przedmiot|Nazwa; value=Wartość|Cena; qty=Ilość|Sztuk; loc=Pokój|Miejsce; man=Marka|Producent;
serial=Numer seryjny; date=Data zakupu; notes=Uwagi; rooms=Kuchnia|Salon|Sypialnia|Garaż;
things=Kanapa|Półka|Żarówka|Czajnik|Rower|Biurko|Wieża""",
"ru": """places=ru_RU RUB , \u00a0; name=Предмет|Название; value=Стоимость|Цена; qty=Количество; loc=Комната|Место;
man=Марка|Производитель; serial=Серийный номер; date=Дата покупки; notes=Примечания; rooms=Кухня|Гостиная|Спальня|Гараж;
things=Диван|Полка|Лампа|Чайник|Велосипед|Стол|Зеркало""",
"cs": """places=cs_CZ CZK , \u00a0; name=Předmět|Název; value=Hodnota|Cena; qty=Množství|Počet; loc=Místnost|Umístění;
man=Značka|Výrobce; serial=Sériové číslo; date=Datum nákupu; notes=Poznámky; rooms=Kuchyň|Obývací pokoj|Ložnice|Garáž;
things=Pohovka|Knihovna|Lampa|Konvice|Kolo|Stůl|Zrcadlo""",
"tr": """places=tr_TR TRY , .; name=Eşya|Ürün; value=Değer|Fiyat; qty=Adet|Miktar; loc=Oda|Yer; man=Marka|Üretici;
serial=Seri numarası; date=Satın alma tarihi; notes=Notlar; rooms=Mutfak|Oturma odası|Yatak odası|Garaj;
things=Kanepe|Kitaplık|Lamba|Çaydanlık|Bisiklet|Masa|Ayna"""}
MONTHS = {"en": "January March May August October December", "de": "Januar März Mai August Oktober Dezember",
          "fr": "janvier mars mai août octobre décembre", "es": "enero marzo mayo agosto octubre diciembre",
          "it": "gennaio marzo maggio agosto ottobre dicembre", "nl": "januari maart mei augustus oktober december",
          "pt": "janeiro março maio agosto outubro dezembro"}
SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "CAD": "$", "AUD": "$", "MXN": "$", "BRL": "R$", "PLN": "zł", "CZK": "Kč",
         "JPY": "¥", "CNY": "¥", "TRY": "₺", "RUB": "₽", "CHF": "CHF", "SEK": "kr", "TWD": "NT$"}
# The place of each field in the JSON of an item.
FIELDS = {"name": "name", "value": "value", "price": "purchase.price", "qty": "quantity", "loc": "location", "cat": "category",
          "man": "manufacturer", "model": "modelNumber", "serial": "serialNumber", "asset": "assetIdentifier",
          "date": "purchase.date", "shop": "purchase.place", "warr": "warranty.expires", "insured": "insured",
          "cond": "condition", "colour": "colour", "notes": "notes", "tags": "tags", "url": "url"}
CURRENCY = {"en": "Currency", "de": "Währung", "fr": "Devise", "es": "Moneda", "it": "Valuta", "nl": "Valuta", "pt": "Moeda",
            "ja": "通貨", "zh": "货币", "tw": "幣別"}
CHARGES = {"en": ["VAT 20%", "Shipping", "Sales tax"], "de": ["MwSt. 19 %", "Versand"], "fr": ["TVA 20 %", "Livraison"],
           "es": ["IVA 21 %", "Envío"], "it": ["IVA 22 %", "Spedizione"], "nl": ["BTW 21%", "Verzendkosten"], "pt": ["IVA 23%", "Frete"]}
TWO_VALUES = {"en": ["Estimated value", "Appraised value"], "de": ["Preis (netto)", "Preis (brutto)"], "fr": ["Prix HT", "Prix TTC"],
              "nl": ["Prijs excl. btw", "Prijs incl. btw"], "it": ["Prezzo netto", "Prezzo lordo"]}
# A sum that goes on, on the next page, and a number about the list.
STATISTICS = {"en": ["Carried forward", "Average"], "de": ["Übertrag", "Durchschnitt"], "fr": ["À reporter", "Moyenne"],
              "es": ["Suma y sigue", "Promedio"], "it": ["Riporto", "Media"], "nl": ["Transport", "Gemiddelde"]}
# A second table below the first one.
STACKED = {"en": "Tool/Brand/Price/Serial number", "de": "Werkzeug/Marke/Preis/Seriennummer", "fr": "Outil/Marque/Prix/Numéro de série",
           "es": "Herramienta/Marca/Precio/Número de serie", "it": "Attrezzo/Marca/Prezzo/Numero di serie"}


def words(language, key):
    found = re.search(rf"(?:^|[;\n]) ?{key}=([^;]*)", WORDS[language])
    return found.group(1).split("|") if found else []
