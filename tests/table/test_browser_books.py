"""The page in a real browser, with the books that are here: from the lobby into a game, cards, the turned table."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("litestar", reason="the extra `table` is not installed")
pytest.importorskip("playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import Browser, Page, expect

from table.live import CHROMIUM, LiveServer, deployed, drag

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
PATIENCE = 30_000


@pytest.mark.parametrize(
    ("title", "first"),
    [
        ("Berserk", re.compile("first or second|deal again|Recruit")),
        ("Horus Heresy", re.compile("attack or defend|planet|sector|deploy")),
        ("Warmachine", re.compile("Deploy ")),
        ("Warhammer 40,000", re.compile("battle formations|deployed")),
    ],
)
def test_every_book_is_one_click_from_play(
    page: Page, server: LiveServer, faults: list[str], title: str, first: re.Pattern[str]
) -> None:
    page.goto(server.address)
    page.locator(".book", has_text=title).get_by_role("button", name="Play now against a bot").click()
    asked = page.locator(".decision.mine h2")
    expect(asked).to_have_text(first, timeout=PATIENCE)
    before = page.locator(".log li").count()
    suggest = page.get_by_role("button", name="Suggest")
    if suggest.count():
        suggest.click()
        expect(page.locator(".verdict.good")).to_be_visible(timeout=PATIENCE)
        page.get_by_role("button", name="Confirm").click()
    else:
        page.locator(".decision .option").first.click()
    expect(page.locator(".decision.mine .asked")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".problem")).to_have_count(0)
    assert page.locator(".log li").count() >= before


def test_two_bots_can_be_watched(page: Page, server: LiveServer, faults: list[str]) -> None:
    page.goto(server.address)
    page.locator(".book", has_text="A small skirmish").get_by_role("button", name="Watch two bots").click()
    expect(page.get_by_text("You are watching.").or_(page.get_by_text("The game is over."))).to_be_visible()
    expect(page.locator(".log li").nth(4)).to_be_visible(timeout=PATIENCE)


def test_the_second_seat_of_a_card_game_sees_its_own_side_nearest(
    browser: Browser, page: Page, server: LiveServer, faults: list[str]
) -> None:
    made = server.make("berserk")
    page.goto(server.link(made, 1))
    expect(page.locator(".cell").first).to_have_attribute("data-id", "e1")
    expect(page.locator(".cell").last).to_have_attribute("data-id", "a6")
    own, theirs = page.locator(".side.own").bounding_box(), page.locator(".side.theirs").bounding_box()
    assert own is not None
    assert theirs is not None
    assert own["y"] > theirs["y"]
    first = browser.new_page()
    first.goto(server.link(made, 0))
    expect(first.locator(".cell").first).to_have_attribute("data-id", "a6")


def test_cards_speak_hungarian_without_reload(page: Page, server: LiveServer, faults: list[str]) -> None:
    made = server.make("heresy")
    page.goto(server.link(made, 0))
    page.locator(".zone.hand .card:not(.hidden)").or_(page.locator(".decision.mine .option")).first.wait_for()
    while page.locator(".side.own .hand .card .kind").count() == 0:
        for seat in (0, 1):
            state = server.state(made, seat)
            if state["decision"]["mine"]:
                server.answer(made, seat, state["decision"]["among"][0]["value"])
        page.wait_for_timeout(100)
    page.evaluate("window.marked = true")
    page.locator("header select").select_option("hu")
    expect(page.locator(".side.own .hand .card .kind").first).to_have_text(re.compile("egység|eszköz|hajó"))
    page.locator(".side.own .hand .card").first.click()
    expect(page.locator(".details")).to_contain_text("Foglalás")
    assert page.evaluate("window.marked") is True


def test_the_table_turns_and_a_drag_still_goes_where_the_hand_goes(
    page: Page, server: LiveServer, faults: list[str]
) -> None:
    made = deployed(server)
    server.answer(made, 0, "red guard")
    page.goto(server.link(made, 0))
    expect(page.locator(".reach polygon")).to_be_visible()
    for _ in range(2):
        page.get_by_role("button", name="Turn the table").click()
    expect(page.locator(".field svg > g").first).to_have_attribute("transform", re.compile(r"rotate\(180\)"))
    drag(page, (4, 6), (9, 7))
    expect(page.locator(".verdict.good")).to_have_text("This is legal.")
    page.locator('.model.subject[data-id="red guard 1"]').focus()
    page.keyboard.press("ArrowLeft")  # to the left on the screen is to greater x now
    expect(page.locator(".length")).to_have_text("5.6″")
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("Red Guard moves.")).to_be_visible()
    assert server.state(made, 0)["view"]["units"][0]["models"][0]["x"] == pytest.approx(9.5, abs=0.1)


def test_a_list_that_cannot_be_taken_says_so_at_its_field(page: Page, server: LiveServer, faults: list[str]) -> None:
    page.goto(f"{server.address}/new/heresy")
    seat = page.locator("fieldset.seat1")
    seat.locator("textarea").fill("three of this, two of that")
    seat.locator("textarea").blur()
    expect(seat.locator(".read.bad li")).not_to_be_empty()
    expect(seat.locator("textarea")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("fieldset.seat0 .read")).to_have_count(0)
    seat.locator("input[type=file]").set_input_files(
        {"name": "deck.txt", "mimeType": "text/plain", "buffer": b"\x00\xff\x00 no deck"}
    )
    expect(seat.locator(".read.bad li")).not_to_be_empty()


def test_no_name_covers_another(page: Page, server: LiveServer, faults: list[str]) -> None:
    made = deployed(server)
    page.goto(server.link(made, 0))
    expect(page.locator(".labels text").first).to_be_visible()
    boxes = page.evaluate(
        "[...document.querySelectorAll('.labels text')].map((one) => one.getBoundingClientRect().toJSON())"
    )
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            across = min(one["right"], other["right"]) - max(one["left"], other["left"])
            down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            assert across <= 2 or down <= 4, (one, other)


def test_the_second_seat_of_a_wargame_sees_its_own_side_nearest(
    page: Page, server: LiveServer, faults: list[str]
) -> None:
    made = server.make("warmachine")
    page.goto(server.link(made, 1))
    expect(page.locator(".field svg > g").first).to_have_attribute("transform", re.compile(r"rotate\(180\)"))
