using IwTune.Server.Tests.Console.Highlighting;
using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console;

/// <summary>The policy editor while a person types.</summary>
public sealed class EditorTests(Browser browser)
{
    private const string Text = "policy: edge\nwindow: { initcwnd: 10 }\nscopes: [ default ]\n";

    [Fact]
    public async Task Problems_and_meaning_follow_the_text_without_a_button()
    {
        await using var server = await ConsoleServer.StartAsync();
        await using var session = await browser.OpenAsync(server);
        var page = session.Page;
        await session.SignInAsync();
        await page.GotoAsync("/policies/new");

        await page.FillAsync(
            "#yaml",
            Text.Replace("10", "999", StringComparison.Ordinal).Replace("default", "defalt", StringComparison.Ordinal)
        );
        await Assertions.Expect(page.Locator("#problems .place")).ToHaveTextAsync(["2:21", "3:11"]);
        await Assertions.Expect(page.Locator(".gutter-bad")).ToHaveTextAsync(["2", "3"]);
        await Assertions.Expect(page.Locator("#meaning")).ToContainTextAsync("Shown when the text is valid.");
        await page.FillAsync("#yaml", Text.Replace("10", "7", StringComparison.Ordinal));
        await Assertions.Expect(page.Locator("#meaning td.end").First).ToHaveTextAsync("7");
        await Assertions.Expect(page.Locator("#problems .place")).ToHaveCountAsync(0);

        // The colours stand exactly behind the text, also after scrolling and undoing.
        await page.FillAsync("#yaml", Long);
        await Assertions.Expect(page.Locator(".yaml-unknown")).ToHaveTextAsync(["moed"]);
        Assert.Equal("", await page.EvaluateAsync<string>(CopyScript));
        await page.PressAsync("#yaml", "Control+End");
        await page.Keyboard.PressAsync("#");
        await Assertions.Expect(page.Locator(".yaml-comment")).ToHaveTextAsync(["#"]);
        Assert.Equal("", await page.EvaluateAsync<string>(CopyScript));
        await page.Keyboard.PressAsync("Control+z");
        await Assertions.Expect(page.Locator(".yaml-comment")).ToHaveCountAsync(0);
        Assert.Equal("", await page.EvaluateAsync<string>(CopyScript));
        await page.FillAsync("#yaml", Text.Replace("10", "7", StringComparison.Ordinal));
        await Assertions.Expect(page.Locator("#problems .place")).ToHaveCountAsync(0);

        // A preview is about the text that was checked, and goes with it.
        await page.FillAsync("#reason", "seven");
        await page.ClickAsync("text=Check and preview");
        await Assertions.Expect(page.Locator("#impact")).ToBeVisibleAsync();
        await page.FillAsync("#yaml", Text);
        await Assertions.Expect(page.Locator("#impact")).ToHaveCountAsync(0);
        session.AssertQuiet();
    }

    [Fact]
    public async Task Leaving_a_text_that_was_not_published_asks_first_and_the_text_can_be_restored()
    {
        await using var server = await ConsoleServer.StartAsync();
        await using var session = await browser.OpenAsync(server);
        var page = session.Page;
        await session.SignInAsync();
        await page.GotoAsync("/policies/new");
        var asked = new List<string>();
        page.Dialog += async (_, dialog) =>
        {
            asked.Add(dialog.Type);
            await dialog.AcceptAsync();
        };

        await page.ClickAsync("#yaml");
        await page.Keyboard.PressAsync("Control+a");
        await page.Keyboard.TypeAsync("policy: edge");
        await page.ClickAsync("nav a:has-text('Hosts')");
        await page.ArriveAsync("**/hosts");
        Assert.Equal(["beforeunload"], asked);
        await page.GotoAsync("/policies/new");
        Assert.DoesNotContain("policy: edge\n", await page.InputValueAsync("#yaml"), StringComparison.Ordinal);
        await page.ClickAsync("text=Restore it");
        Assert.Equal("policy: edge", await page.InputValueAsync("#yaml"));

        await page.FillAsync("#yaml", Text);
        await page.FillAsync("#reason", "ten");
        await page.ClickAsync("text=Check and preview");
        await page.ClickAsync("text=Publish revision 1");
        await page.ArriveAsync("**/policies/edge");
        await page.GotoAsync("/policies/new");
        Assert.Equal(0, await page.Locator("text=Restore it").CountAsync());
        Assert.Equal(["beforeunload"], asked);
    }

    [Fact]
    public async Task Keys_and_values_are_completed_by_keyboard_and_the_form_writes_only_its_own_part()
    {
        await using var server = await ConsoleServer.StartAsync();
        await using var session = await browser.OpenAsync(server);
        var page = session.Page;
        await session.SignInAsync();
        await page.GotoAsync("/policies/new?template=observe");
        var places = await page.EvaluateAsync<string[]>(PlacesScript, Places.Select(place => place.Text).ToArray());
        Assert.Equal(Places.Select(place => place.Found), places);
        var pieces = await page.EvaluateAsync<string[]>(PiecesScript, YamlCases.All.Select(one => one.Text).ToArray());
        Assert.Equal(YamlCases.All.Select(one => one.Pieces), pieces);

        // While typing, with the arrows, and by asking; Escape leaves the text as it is.
        await page.FillAsync("#yaml", "policy: edge\n");
        await page.Keyboard.TypeAsync("mo");
        await Assertions.Expect(page.Locator(".words [aria-selected=true]")).ToContainTextAsync("mode");
        await page.Keyboard.PressAsync("Enter");
        await page.Keyboard.PressAsync("Control+Space");
        await Assertions.Expect(page.Locator(".words li")).ToHaveCountAsync(2);
        await Look.AssertFlawlessAsync(page, "policy-words", Look.Light, Look.Dark);
        await page.Keyboard.PressAsync("Control+Space");
        await page.Keyboard.PressAsync("ArrowDown");
        await Assertions.Expect(page.Locator("#yaml")).ToHaveAttributeAsync("aria-activedescendant", "word-1");
        await page.Keyboard.PressAsync("Enter");
        await page.Keyboard.TypeAsync("\nwindow: { i");
        await page.Keyboard.PressAsync("Escape");
        await Assertions.Expect(page.Locator(".words")).ToBeHiddenAsync();
        await page.Keyboard.TypeAsync("nitcwnd: 10 }  # RFC 6928\nscopes: [ default ]");
        Assert.Equal(
            "policy: edge\nmode: audit\nwindow: { initcwnd: 10 }  # RFC 6928\nscopes: [ default ]",
            await page.InputValueAsync("#yaml")
        );

        // The form shows the text that it makes while it is filled in.
        await page.ClickAsync("button:text-is('Form')");
        await page.FillAsync("#cwnd", "8");
        await Assertions.Expect(page.Locator("#meaning td.end").First).ToHaveTextAsync("8");
        await page.FillAsync("#cwnd", "none");
        await Assertions.Expect(page.Locator("#problems code")).ToHaveTextAsync("window.initcwnd");
        await page.FillAsync("#cwnd", "8");
        await page.SelectOptionAsync("#mode", "enforce");
        await page.FillAsync("[name='Draft.Form.Scopes[1].Place']", "10.0.0.0/8");
        await page.FillAsync("[name='Draft.Form.Scopes[1].InitCwnd']", "16");
        await Assertions.Expect(page.Locator("#meaning tbody tr")).ToHaveCountAsync(2);
        await Assertions.Expect(page.Locator("#result")).ToContainTextAsync("initcwnd: 16");
        await Look.AssertFlawlessAsync(page, "policy-form", Look.Light, Look.Dark, Look.Laptop, Look.Tablet, Look.Phone);
        await page.ClickAsync("button:text-is('YAML')");
        Assert.Equal(
            "policy: edge\nmode: enforce\nwindow: { initcwnd: 8 }  # RFC 6928\n"
                + "scopes: [ default, { prefix: 10.0.0.0/8, window: { initcwnd: 16 } } ]",
            await page.InputValueAsync("#yaml")
        );
        session.AssertQuiet();
    }

    private static readonly string Long =
        $"{Text}moed: audit\n\tlimits:\n{string.Concat(Enumerable.Repeat("  - default\n", 60))}override: {new string('w', 300)}\n\n";

    /// <summary>What differs between the text and its coloured copy: letters, size, place.</summary>
    private const string CopyScript = """
        () => new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(() => {
          const text = document.querySelector("#yaml");
          const copy = document.querySelector(".editor-colours");
          const code = copy.firstElementChild;
          const [of, by] = [text, copy].map((e) => { const { left, top, width, height } = e.getBoundingClientRect(); return [left, top, width, height]; });
          const place = new DOMMatrix(getComputedStyle(code).transform);
          const padding = parseFloat(getComputedStyle(text).paddingLeft);
          const range = document.createRange();
          range.selectNodeContents(code);
          told([
            code.textContent === text.value ? "" : "letters",
            String(of) === String(by) ? "" : `boxes ${of} ${by}`,
            getComputedStyle(text).font === getComputedStyle(code).font ? "" : "font",
            place.e === -text.scrollLeft && place.f === -text.scrollTop ? "" : `place ${place.e} ${place.f}`,
            Math.abs(range.getBoundingClientRect().width + padding - text.scrollWidth) <= 1 ? "" : `width ${text.scrollWidth}`,
          ].filter(Boolean).join("; "));
        })))
        """;

    private const string PiecesScript = """
        async (texts) => {
          const { tokensOf } = await import(document.querySelector("script[type=module]").src.replace("console.js", "yaml-tokens.js"));
          return texts.map((text) => tokensOf(text).map((token) => token.kind[0] + token.text).join("¦"));
        }
        """;

    /// <summary>Texts with the caret at their end, and the place that is found: path, what may follow, what is typed.</summary>
    private static readonly (string Text, string Found)[] Places =
    [
        ("", " key "),
        ("po", " key po"),
        ("policy: a\nmo", " key mo"),
        ("mode: ", "mode value "),
        ("mode:", "none"),
        ("mode: au", "mode value au"),
        ("mode: audit  # w", "none"),
        ("window: ", "window value "),
        ("window: { ", "window key "),
        ("window: { initcwnd: 10, initr", "window key initr"),
        ("window: { initcwnd: a", "window.initcwnd value a"),
        ("window: { initcwnd: 10 } ", "none"),
        ("window:\n  init", "window key init"),
        ("window:\n  initcwnd: au", "window.initcwnd value au"),
        ("window:\n  initcwnd: 10\nsc", " key sc"),
        ("scopes:\n  - ", "scopes[] key value "),
        ("scopes:\n- de", "scopes[] key value de"),
        ("scopes:\n  - default\n  - pre", "scopes[] key value pre"),
        ("scopes:\n  - prefix: 10.0.0.0/8\n    wi", "scopes[] key wi"),
        ("scopes:\n- prefix: 10.0.0.0/8\n  window: { in", "scopes[].window key in"),
        ("scopes:\n- prefix: 10.0.0.0/8\n  window:\n    initcwnd: l", "scopes[].window.initcwnd value l"),
        ("scopes:\n- default\nli", " key li"),
        ("scopes: [ default, ", "scopes[] key value "),
        ("scopes: [ default, { pre", "scopes[] key pre"),
        ("scopes: [ { prefix: '10.0.0.0/8', window: { initcwnd: ", "scopes[].window.initcwnd value "),
        ("limits: {\n  max: 10, # { a: [\n  s", "limits key s"),
        ("# po", "none"),
        ("policy: 'a", "none"),
        ("{ \"policy\": \"edge\", mo", " key mo"),
    ];

    private const string PlacesScript = """
        async (texts) => {
          const { placeOf } = await import(document.querySelector("script[type=module]").src.replace("console.js", "yaml-place.js"));
          return texts.map((text) => {
            const place = placeOf(text, text.length);
            return place ? [place.path, ...(place.keys ? ["key"] : []), ...(place.values ? ["value"] : []), place.word].join(" ") : "none";
          });
        }
        """;
}
