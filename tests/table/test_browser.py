"""The page in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("litestar", reason="the extra `table` is not installed")
pytest.importorskip("playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import Browser, BrowserContext, Page, expect

from table.live import CHROMIUM, LiveServer, deployed, drag, on_screen

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
PHONE = {"width": 390, "height": 844}


def another(browser: Browser, **more: Any) -> BrowserContext:
    return browser.new_context(locale="en-US", **more)


def test_a_newcomer_plays_a_movement_phase_by_dragging(page: Page, server: LiveServer, faults: list[str]) -> None:
    made = deployed(server)
    page.goto(server.link(made, 0))
    expect(page.get_by_text("You decide, Ann")).to_be_visible()
    page.locator(".decision").get_by_role("button", name="Red Guard").click()
    expect(page.get_by_role("heading", name="Move Red Guard up to 6 inches.")).to_be_visible()
    expect(page.locator(".reach polygon")).to_be_visible()
    drag(page, (4, 6), (9, 7))
    expect(page.locator(".verdict.good")).to_have_text("This is legal.")
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("Red Guard moves.")).to_be_visible()
    page.get_by_role("button", name="end phase").click()
    expect(page.get_by_role("heading", name="Shoot at which unit?")).to_be_visible()
    guard = server.state(made, 0)["view"]["units"][0]["models"]
    assert [(round(one["x"]), round(one["y"])) for one in guard] == [(9, 7), (9, 9), (9, 11)]


def test_an_illegal_drag_is_refused_with_rule_and_reason(page: Page, server: LiveServer, faults: list[str]) -> None:
    made = deployed(server)
    server.answer(made, 0, "red guard")
    page.goto(server.link(made, 0))
    expect(page.locator(".reach polygon")).to_be_visible()
    drag(page, (4, 6), (15, 6))
    note = page.locator(".note")
    expect(note).to_contain_text("SK 4.2")
    expect(note).to_contain_text("moves 11 inches. It may move up to 6 inches.")
    expect(page.get_by_role("button", name="Confirm")).to_be_disabled()
    page.locator(".verdict .chip").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("Moving, in short.")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Start over").click()
    expect(note).to_have_count(0)
    assert server.state(made, 0)["steps"] == 4


def test_a_unit_that_cannot_be_chosen_says_why(page: Page, server: LiveServer, faults: list[str]) -> None:
    made = deployed(server)
    page.goto(server.link(made, 0))
    expect(page.get_by_text("You decide, Ann")).to_be_visible()
    page.mouse.click(*on_screen(page, 40, 6))
    expect(page.locator(".popover")).to_contain_text("Blue Guard has moved, or is not yours.")
    page.mouse.click(*on_screen(page, 4, 6))
    page.locator(".popover").get_by_role("button", name="Red Guard").click()
    expect(page.get_by_role("heading", name="Move Red Guard up to 6 inches.")).to_be_visible()


def test_everything_can_be_done_by_keyboard(page: Page, server: LiveServer, faults: list[str]) -> None:
    made = deployed(server)
    page.goto(server.link(made, 0))
    expect(page.get_by_text("You decide, Ann")).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator(".reach polygon")).to_be_visible()
    page.locator('.model.subject[data-id="red guard 1"]').focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".verdict.good")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Red Guard moves.")).to_be_visible()
    assert server.state(made, 0)["view"]["units"][0]["models"][0]["x"] == 6.0


def test_two_browsers_play_against_each_other(browser: Browser, server: LiveServer) -> None:
    made = server.make("card_duel", seats=[{"name": "Ann"}, {"name": "Ben"}])
    ann, ben = another(browser).new_page(), another(browser).new_page()
    ann.goto(server.link(made, 0))
    ben.goto(server.link(made, 1))
    expect(ben.get_by_text("Waiting for Ann.")).to_be_visible()
    ann.locator(".decision .option").nth(1).click()
    expect(ben.locator(".zone", has_text="In play").first.locator(".card:not(.nothing)")).to_have_count(1)
    ann.locator(".decision .option").first.click()
    expect(ben.get_by_text("You decide, Ben")).to_be_visible()
    expect(ann.get_by_text("Waiting for Ben.")).to_be_visible()


def test_hidden_cards_are_in_no_byte_the_other_browser_received(browser: Browser, server: LiveServer) -> None:
    made = server.make("card_duel")
    ann, ben = another(browser).new_page(), another(browser).new_page()
    received: list[str] = []
    ben.on("websocket", lambda link: link.on("framereceived", lambda frame: received.append(str(frame))))
    ben.on("response", lambda answer: received.append(answer.text()) if "/api/" in answer.url else None)
    ben.goto(server.link(made, 1))
    ann.goto(server.link(made, 0))
    for _ in range(6):
        for page in (ann, ben):
            if page.locator(".decision.mine .option").count():
                page.locator(".decision.mine .option").first.click()
        ann.wait_for_timeout(150)
    ben.get_by_role("button", name="Step through").click()
    expect(ben.get_by_text("Step", exact=False).first).to_be_visible()
    everything = "".join(received)
    assert "Secret-1-" in everything
    assert "Secret-0-" not in everything
    assert made["seats"][0]["secret"] not in everything


def test_the_game_goes_on_after_reload_and_a_killed_server(page: Page, tmp_path: Path, faults: list[str]) -> None:
    server = LiveServer(tmp_path)
    server.start()
    try:
        made = deployed(server)
        page.goto(server.link(made, 0))
        expect(page.get_by_text("You decide, Ann")).to_be_visible()
        page.keyboard.press("1")
        expect(page.get_by_role("heading", name="Move Red Guard up to 6 inches.")).to_be_visible()
        page.reload()
        expect(page.get_by_role("heading", name="Move Red Guard up to 6 inches.")).to_be_visible()
        server.kill()
        expect(page.get_by_text("The connection is lost.", exact=False)).to_be_visible()
        page.get_by_role("button", name="Stay where they are").click()
        server.start()
        expect(page.get_by_text("The connection is lost.", exact=False)).to_have_count(0, timeout=15_000)
        expect(page.get_by_text("Red Guard moves.")).to_be_visible()
        assert server.state(made, 0)["steps"] == 5
    finally:
        server.kill()


def test_the_page_speaks_hungarian_and_russian_without_reload(
    page: Page, server: LiveServer, faults: list[str]
) -> None:
    made = deployed(server)
    page.goto(server.link(made, 0))
    expect(page.get_by_text("You decide, Ann")).to_be_visible()
    page.evaluate("window.marked = true")
    page.get_by_role("combobox", name="Language").select_option("hu")
    expect(page.get_by_text("Te döntesz, Ann")).to_be_visible()
    expect(page.locator(".decision .chip")).to_contain_text("(hu)")
    page.locator("header select").select_option("ru")
    expect(page.get_by_text("Решаете вы, Ann")).to_be_visible()
    assert page.evaluate("window.marked") is True
    assert page.evaluate("document.documentElement.lang") == "ru"


def test_undo_asks_the_other_player(browser: Browser, server: LiveServer) -> None:
    made = server.make("card_duel", seats=[{"name": "Ann"}, {"name": "Ben"}])
    ann, ben = another(browser).new_page(), another(browser).new_page()
    ann.goto(server.link(made, 0))
    ben.goto(server.link(made, 1))
    ann.locator(".decision .option").nth(1).click()
    expect(ben.locator(".zone", has_text="In play").first.locator(".card:not(.nothing)")).to_have_count(1)
    ann.get_by_role("button", name="Take back").click()
    expect(ben.get_by_text("Ann would like to take a decision back.")).to_be_visible()
    ben.get_by_role("button", name="Agree").click()
    expect(ann.locator(".decision .option")).to_have_count(2)
    assert server.state(made, 0)["steps"] == 0


def test_real_dice_are_typed_in_by_clicking(page: Page, server: LiveServer, faults: list[str]) -> None:
    made = deployed(server, dice="by_hand")
    for answer in ("end phase", "blue guard"):
        server.answer(made, 0, answer)
    server.answer(made, 1, "pass")
    page.goto(server.link(made, 0))
    page.locator(".typed fieldset").first.wait_for()
    for die in page.locator(".typed fieldset").all():
        die.get_by_role("button", name="6").click()
    page.get_by_role("button", name="These are the dice").click()
    expect(page.locator(".tray .die")).to_have_count(3)
    expect(page.get_by_text("Blue Guard loses a model.").first).to_be_visible()


def test_the_record_can_be_gone_through(page: Page, server: LiveServer, faults: list[str]) -> None:
    made = deployed(server)
    page.goto(server.link(made, 0))
    page.get_by_role("button", name="Step through").click()
    expect(page.get_by_text("Step 3 of 3")).to_be_visible()
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(".unit .model")).to_have_count(9)
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".unit .model")).to_have_count(12)


def test_a_game_against_a_bot_is_one_click_away(page: Page, server: LiveServer, faults: list[str]) -> None:
    page.goto(server.address)
    book = page.locator(".book", has_text="A small skirmish")
    book.get_by_role("button", name="Play now against a bot").click()
    expect(page.get_by_role("heading", name="Choose a secret number.")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Blue Guard is set up.")).to_be_visible(timeout=15_000)


def test_a_phone_shows_board_and_decision(browser: Browser, server: LiveServer) -> None:
    made = deployed(server)
    page = another(browser, viewport=PHONE, has_touch=True).new_page()
    page.goto(server.link(made, 0))
    expect(page.locator(".field svg")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Red Guard", exact=True)).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("what", ["lobby", "maker", "field", "cards"])
def test_axe_finds_nothing_serious(browser: Browser, server: LiveServer, what: str, scheme: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = another(browser, color_scheme=scheme, bypass_csp=True).new_page()
    if what == "lobby":
        page.goto(server.address)
        page.locator(".book").first.wait_for()
    elif what == "maker":
        page.goto(f"{server.address}/new/skirmish")
        page.locator(".maker").wait_for()
    elif what == "field":
        made = deployed(server)
        server.answer(made, 0, "red guard")
        page.goto(server.link(made, 0))
        page.locator(".reach polygon").wait_for()
    else:
        page.goto(server.link(server.make("card_duel"), 0))
        page.locator(".decision .option").first.wait_for()
    page.wait_for_timeout(300)
    found = axe.run(page).response["violations"]
    serious = [
        (one["id"], [node["html"][:120] for node in one["nodes"][:4]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []
