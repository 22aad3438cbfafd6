"""The sign-in link as a QR code in the terminal."""
import shutil
import subprocess
import unittest

from support import Case, PROGRAM


class Codes(Case):
    @unittest.skipUnless(shutil.which("zbarimg"), "no zbarimg")
    def test_the_code_in_the_terminal_is_the_link(self):
        self.done("init")
        self.done("publish", "site", "--editable")
        server = subprocess.Popen([PROGRAM, "serve", "site", "--listen", "127.0.0.1:0", "--qr"], cwd=self.folder,
                                  env=self.environment(), stdout=subprocess.PIPE)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait, 20)
        self.addCleanup(server.terminate)
        link, rows = "", []
        for line in server.stdout:
            text = line.decode().rstrip("\n")
            if "/sign-in#token=" in text:
                link = text.strip()
            elif text.startswith("\x1b[30;107m"):
                text = text.removeprefix("\x1b[30;107m").removesuffix("\x1b[0m")
                rows.append([letter in "█▀" for letter in text])
                rows.append([letter in "█▄" for letter in text])
                if len(rows) >= len(rows[0]):
                    break
        bits = "\n".join(" ".join("1" if dark else "0" for dark in row for _ in range(4)) for row in rows for _ in range(4))
        self.write("code.pbm", f"P1\n{4 * len(rows[0])} {4 * len(rows)}\n{bits}\n")
        read = subprocess.run(["zbarimg", "-q", "--raw", "code.pbm"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(read.stdout.strip(), link)


if __name__ == "__main__":
    unittest.main()
