"""The text of a file by programs that have no part in the service: prints it, or exits with 3 where none of them reads its kind."""
import email
import email.policy
import re
import subprocess
import sys
import zipfile
from html import unescape
from xml.etree import ElementTree

path, kind = sys.argv[1], sys.argv[2]


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120)
    if done.returncode != 0 and not done.stdout:
        sys.exit(4)
    return done.stdout.decode("utf-8", "replace")


def markup(text):
    text = re.sub(r"(?is)<(script|style|head)\b.*?</\1>", " ", text)
    return unescape(re.sub(r"(?s)<[^>]*>", " ", text))


def workbook():
    import openpyxl

    book = openpyxl.load_workbook(path, data_only=True, read_only=True)
    cells = (cell for sheet in book.worksheets for row in sheet.iter_rows(values_only=True) for cell in row)
    return "\n".join(cell for cell in cells if isinstance(cell, str))


def slides():
    archive = zipfile.ZipFile(path)
    names = sorted(name for name in archive.namelist() if re.fullmatch(r"ppt/slides/slide\d+\.xml", name))
    texts = []
    for name in names:
        for paragraph in ElementTree.fromstring(archive.read(name)).iter("{http://schemas.openxmlformats.org/drawingml/2006/main}p"):
            texts.append("".join(run.text or "" for run in paragraph.iter("{http://schemas.openxmlformats.org/drawingml/2006/main}t")))
    return "\n".join(texts)


def mail():
    with open(path, "rb") as file:
        message = email.message_from_binary_file(file, policy=email.policy.default)
    body = message.get_body(("plain", "html"))
    text = body.get_content() if body else ""
    if body and body.get_content_type() == "text/html":
        text = markup(text)
    return f"{message['subject'] or ''}\n{text}"


READERS = {
    "pdf": lambda: run("mutool", "draw", "-q", "-F", "txt", path),
    "docx": lambda: run("pandoc", "-f", "docx", "-t", "plain", "--wrap=none", path),
    "odt": lambda: run("pandoc", "-f", "odt", "-t", "plain", "--wrap=none", path),
    "epub": lambda: run("pandoc", "-f", "epub", "-t", "plain", "--wrap=none", path),
    "rtf": lambda: run("pandoc", "-f", "rtf", "-t", "plain", "--wrap=none", path),
    "html": lambda: markup(open(path, "rb").read().decode("utf-8", "replace")),
    "txt": lambda: open(path, "rb").read().decode("utf-8"),
    "csv": lambda: open(path, "rb").read().decode("utf-8"),
    "md": lambda: open(path, "rb").read().decode("utf-8"),
    "xlsx": workbook,
    "pptx": slides,
    "eml": mail,
    "doc": lambda: run("antiword", "-w", "0", "-m", "UTF-8.txt", path),
}

if kind not in READERS:
    sys.exit(3)
try:
    sys.stdout.buffer.write(READERS[kind]().encode("utf-8", "replace"))
except Exception as error:
    sys.stderr.write(str(error))
    sys.exit(4)
