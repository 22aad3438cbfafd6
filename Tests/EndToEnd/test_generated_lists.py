"""Lists as people write them, made by a generator that knows what they say: none is read wrongly in silence."""
import collections
import unittest

import generated_lists
import support

SEED = 25


class GeneratedLists(support.Case):
    def test_no_list_is_read_wrongly_in_silence(self):
        count, verdicts = support.rounds(1000, 60), collections.Counter()
        for path, table, verdict, why, _ in generated_lists.results(count, SEED, self.folder):
            verdicts[verdict] += 1
            with self.subTest(f"{path.name} ({', '.join(table.made)})"):
                self.assertNotEqual(verdict, "WRONG", "\n".join([*why, f"seed {SEED}"]))
        print(dict(verdicts), end=" ", flush=True)
        # Questions that a person need not answer are no faults, but a list that asks them is a nuisance.
        self.assertLessEqual(verdicts["asked needlessly"] + verdicts["refused"], 0.08 * count)


if __name__ == "__main__":
    unittest.main()
