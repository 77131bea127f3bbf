"""python3 read_atom.py FILE: what a feed reader gets of an Atom document, one line a fact; exits with 1 and says why when RFC 4287 does not allow it."""
import re
import sys
import xml.etree.ElementTree as tree

ATOM = "{http://www.w3.org/2005/Atom}"
MOMENT = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$")


def require(holds, what):
    if not holds:
        sys.exit(what)


def one(element, name):
    found = element.findall(ATOM + name)
    require(len(found) == 1, f"{element.tag} has {len(found)} of {name}")
    return found[0]


def check_id(element):
    text = one(element, "id").text
    require(re.match(r"^(tag|urn):\S+$", text), f"id {text}")
    return text


def check_moment(element, name):
    text = one(element, name).text
    require(MOMENT.match(text), f"{name} {text}")
    return text


def links(element):
    found = {}
    for link in element.findall(ATOM + "link"):
        require(re.match(r"^https?://[^/]+/", link.get("href")), f"link {link.get('href')} is not absolute")
        require(link.get("rel") not in found, f"two links {link.get('rel')}")
        found[link.get("rel")] = link.get("href")
    return found


def show(*facts):
    print("\t".join(fact.replace("\n", "\\n").replace("\t", "\\t") for fact in facts))


def main():
    feed = tree.parse(sys.argv[1]).getroot()
    require(feed.tag == ATOM + "feed", f"the root is {feed.tag}")
    ids = [check_id(feed)]
    of_feed = links(feed)
    require("self" in of_feed and "alternate" in of_feed, "the feed lacks a link")
    updated = check_moment(feed, "updated")
    show("feed", ids[0], one(feed, "title").text, updated, of_feed["self"], of_feed["alternate"])
    for entry in feed.findall(ATOM + "entry"):
        ids.append(check_id(entry))
        require(check_moment(entry, "updated") <= updated, "an entry is newer than the feed")
        check_moment(entry, "published")
        author = one(one(entry, "author"), "name").text
        content = one(entry, "content")
        require(content.get("type") == "html", "the content is no HTML")
        of_entry = links(entry)
        require("alternate" in of_entry, "an entry lacks its link")
        title = one(entry, "title")
        require(title.get("type", "text") == "text", "the title is no text")
        show("entry", ids[-1], title.text or "", author, of_entry["alternate"], of_entry.get("related", ""),
             ",".join(each.get("term") for each in entry.findall(ATOM + "category")), content.text or "")
    require(len(set(ids)) == len(ids), "two have one id")


main()
