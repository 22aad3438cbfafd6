"""XML reports keep their shape whatever the values are."""
import re
import unittest
import xml.etree.ElementTree as ElementTree

from support import HOSTILE, report


def shape(xml):
    return [(e.tag, sorted(e.attrib)) for e in ElementTree.fromstring(xml).iter()]


class HostileValues(unittest.TestCase):
    def test_no_value_becomes_an_element_or_attribute(self):
        harmless = report([f"plain {n}" for n in range(len(HOSTILE))], format="xml")
        hostile = report(HOSTILE, format="xml")
        self.assertEqual(shape(harmless), shape(hostile))

    def test_a_parser_reads_the_value_back(self):
        tree = ElementTree.fromstring(report(HOSTILE, format="xml"))
        names = [e.text for e in tree.iter("{urn:homepwner:inventory:1}name")]
        for value, name in zip(HOSTILE, names, strict=True):
            self.assertEqual(name, re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", value))


if __name__ == "__main__":
    unittest.main()
