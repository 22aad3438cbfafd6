"""Households of any size for claims, in English, German and with Arabic names: the same for the same arguments.

    python3 claim_samples.py COUNT en|de|ar > items.json
"""
import json
import random
import sys

WORDS = {
    "en": {
        "rooms": ["Kitchen", "Living room", "Bedroom / Wardrobe", "Garage", "Attic", "Study"],
        "things": [("Television", "Samsung", "Electronics"), ("Sofa", "", "Furniture"), ("Espresso machine", "De'Longhi", "Kitchen"),
                   ("Winter coat", "", "Clothing"), ("Cordless drill", "Bosch", "Tools"), ("Bookshelf", "IKEA", "Furniture"),
                   ("Camera", "Canon", "Electronics"), ("Dinner plates", "Villeroy & Boch", "Kitchen"), ("Paperback", "", "Books"),
                   ("Road bicycle", "Trek", "Sports"), ("Desk lamp", "", "Furniture"), ("Gold ring", "", "Jewellery")],
        "condition": ["new", "very good", "good", "worn"], "shop": ["the maker", "a flea market", "Harrods"],
        "note": "Bought for the new flat; the box and the manual are kept.",
    },
    "de": {
        "rooms": ["Küche", "Wohnzimmer", "Schlafzimmer / Kleiderschrank", "Garage", "Dachboden", "Arbeitszimmer"],
        "things": [("Fernseher", "Samsung", "Elektronik"), ("Sofa", "", "Möbel"), ("Siebträgermaschine", "De'Longhi", "Küche"),
                   ("Wintermantel", "", "Kleidung"), ("Akkuschrauber", "Bosch", "Werkzeug"), ("Bücherregal", "IKEA", "Möbel"),
                   ("Spiegelreflexkamera", "Canon", "Elektronik"), ("Essteller", "Villeroy & Boch", "Küche"),
                   ("Taschenbuch", "", "Bücher"), ("Rennrad", "Canyon", "Sport"), ("Schreibtischlampe", "", "Möbel"),
                   ("Goldring", "", "Schmuck")],
        "condition": ["neu", "sehr gut", "gut", "abgenutzt"], "shop": ["MediaMarkt", "Flohmarkt", "Möbelhaus Höffner"],
        "note": "Für die neue Wohnung gekauft; Karton und Anleitung sind da.",
    },
    "ar": {
        "rooms": ["المطبخ", "غرفة المعيشة", "غرفة النوم / خزانة", "Garage", "السقيفة", "المكتب"],
        "things": [("تلفاز", "Samsung", "إلكترونيات"), ("أريكة", "", "أثاث"), ("آلة قهوة Dedica EC685", "De'Longhi", "مطبخ"),
                   ("معطف شتوي", "", "ملابس"), ("مثقاب كهربائي", "Bosch", "أدوات"), ("رف كتب (خشب)", "IKEA", "أثاث"),
                   ("كاميرا 24 ميجابكسل", "Canon", "إلكترونيات"), ("أطباق عشاء", "", "مطبخ"), ("كتاب", "", "كتب"),
                   ("دراجة", "Trek", "رياضة"), ("מנורת שולחן", "", "أثاث"), ("خاتم ذهب", "", "مجوهرات")],
        "condition": ["جديد", "جيد جدا", "جيد", "مستعمل"], "shop": ["السوق", "Amazon", "متجر المدينة"],
        "note": "اشتريت للشقة الجديدة؛ العلبة والدليل محفوظان.",
    },
}


def household(count, language="en", seed=1):
    """Items as JSON; about a third say much, the others little, as in a list that people make."""
    chance, words = random.Random(seed), WORDS[language]
    items = []
    for number in range(count):
        name, maker, category = words["things"][number % len(words["things"])]
        price = chance.choice([9, 25, 60, 140, 480, 1200]) + chance.randrange(100) / 100
        item = {
            "name": name if number < len(words["things"]) else f"{name} ({number // len(words['things']) + 1})",
            "location": chance.choice(words["rooms"]), "category": category, "quantity": str(chance.choice([1, 1, 1, 2, 6])),
            "value": {"amount": f"{price:.2f}", "currency": "EUR"},
        }
        if number % 3 == 0:
            item |= {
                "manufacturer": maker, "modelNumber": f"M-{chance.randrange(1000, 9999)}",
                "serialNumber": f"SN{chance.randrange(10**8):08}", "condition": chance.choice(words["condition"]),
                "replacementValue": {"amount": f"{price * 1.2:.2f}", "currency": "EUR"}, "depreciation": str(chance.choice([5, 8, 12.5])),
                "purchase": {"date": f"{chance.randrange(2012, 2026)}-0{chance.randrange(1, 10)}-15", "place": chance.choice(words["shop"]),
                             "price": {"amount": f"{price * 1.1:.2f}", "currency": "EUR"}},
            }
        if number % 9 == 0:
            item["notes"] = words["note"]
        if number % 11 == 10:
            del item["value"]
        items.append({key: value for key, value in item.items() if value != ""})
    return items


if __name__ == "__main__":
    json.dump(household(int(sys.argv[1]), sys.argv[2]), sys.stdout, ensure_ascii=False)
