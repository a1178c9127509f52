using System.Net;
using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Console;

/// <summary>The form of the policy editor and the text behind it, without script.</summary>
public sealed class PolicyFormTests
{
    private const string Text = """
        # the edge
        policy: edge
        window: { initcwnd: 3 }   # segments
        scopes:
          - default
          # ours
          - prefix: 10.0.0.0/8
            window: { initcwnd: 16 }
          - interface: wan0
            window: auto
        auto: { max: 8 }
        confirm: 2m   # else undone

        """;

    [Fact]
    public async Task The_form_shows_the_text_and_changes_only_what_was_edited()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);

        var form = await OpenAsync(person, Text);
        Assert.Null(form.QuerySelector("#yaml"));
        Assert.Equal(["edge", "3", "", "2m"], Values(form, "#name, #cwnd, #rwnd, #confirm"));
        Assert.Equal(["", "10.0.0.0/8", "wan0", ""], Values(form, "input[name$=Place]"));
        Assert.Contains("Also set in the YAML: auto.", form.Body!.TextContent, StringComparison.Ordinal);
        using var sent = await person.SendAsync(
            form,
            "/policies/new",
            "policy",
            ("Draft.Form.InitCwnd", "10"),
            ("Draft.Form.Scopes[1].InitCwnd", ""),
            ("Draft.Form.Scopes[3].Place", "172.16.0.0/12"),
            ("Draft.Action", "yaml")
        );

        Assert.Equal(
            Text.Replace("initcwnd: 3 ", "initcwnd: 10 ", StringComparison.Ordinal)
                .Replace("    window: { initcwnd: 16 }\n", "", StringComparison.Ordinal)
                .Replace("auto: {", "  - prefix: 172.16.0.0/12\nauto: {", StringComparison.Ordinal),
            (await Person.ReadAsync(sent)).QuerySelector("#yaml")!.TextContent
        );
    }

    [Fact]
    public async Task A_policy_is_previewed_and_published_from_its_form()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await (await server.ApiAsync()).PublishAsync(Api.Iw3);

        using var opened = await person.SubmitAsync("/policies/edge/edit", "policy", ("Draft.Action", "form"));
        var form = await Person.ReadAsync(opened);
        Assert.True(form.QuerySelector("#name")!.HasAttribute("readonly"));
        using var previewed = await person.SendAsync(
            form,
            "/policies/edge/edit",
            "policy",
            ("Draft.Form.InitCwnd", "10"),
            ("Draft.Reason", "ten"),
            ("Draft.Action", "check")
        );
        var preview = await Person.ReadAsync(previewed);
        Assert.NotNull(preview.QuerySelector("#impact"));
        using var published = await person.SendAsync(preview, "/policies/edge/edit", "policy", ("Draft.Action", "publish"));

        Assert.Equal(HttpStatusCode.Redirect, published.StatusCode);
        Assert.Equal(
            Api.Iw3.Replace("3", "10", StringComparison.Ordinal),
            (await person.OpenAsync("/policies/edge")).QuerySelector(".document")!.TextContent
        );
    }

    [Fact]
    public async Task What_is_wrong_in_a_form_is_shown_and_kept_and_can_be_taken_to_the_text()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);

        using var sent = await person.SendAsync(
            await OpenAsync(person, Text),
            "/policies/new",
            "policy",
            ("Draft.Form.InitCwnd", "ten"),
            ("Draft.Form.Scopes[3].Place", "172.16.0.1/12"),
            ("Draft.Action", "check")
        );
        var wrong = await Person.ReadAsync(sent);
        Assert.Equal(["window.initcwnd", "scopes[3].prefix"], wrong.QuerySelectorAll("#problems code").Select(e => e.TextContent));
        Assert.Equal("ten", Assert.Single(Values(wrong, "#cwnd[aria-invalid=true]")));
        Assert.Equal(["", "10.0.0.0/8", "wan0", "172.16.0.1/12", ""], Values(wrong, "input[name$=Place]"));
        using var asText = await person.SendAsync(wrong, "/policies/new", "policy", ("Draft.Action", "yaml"));
        var text = await Person.ReadAsync(asText);
        Assert.Contains("initcwnd: ten", text.QuerySelector("#yaml")!.TextContent, StringComparison.Ordinal);
        Assert.Equal(["3:21", "11:13"], text.QuerySelectorAll("#problems .place").Select(e => e.TextContent));

        // An invalid text has no form.
        using var back = await person.SendAsync(text, "/policies/new", "policy", ("Draft.Action", "form"));
        var still = await Person.ReadAsync(back);
        Assert.NotNull(still.QuerySelector("#yaml"));
        Assert.Contains("Fix line 3 first", Words(still.QuerySelector(".notice-warn")!), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_scope_is_removed_and_one_that_cannot_be_says_so()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);

        var form = await OpenAsync(person, Text);
        using var removed = await person.SendAsync(
            form,
            "/policies/new",
            "policy",
            ("Draft.Form.Scopes[1].Kind", ""),
            ("Draft.Action", "form")
        );
        var left = await Person.ReadAsync(removed);
        Assert.Equal(["", "wan0", ""], Values(left, "input[name$=Place]"));
        Assert.Contains("# ours", left.QuerySelector("#result")!.TextContent, StringComparison.Ordinal);
        var only = await OpenAsync(person, Api.Iw3);
        using var last = await person.SendAsync(
            only,
            "/policies/new",
            "policy",
            ("Draft.Form.Scopes[0].Kind", ""),
            ("Draft.Action", "check")
        );

        Assert.Contains(
            "the form cannot change this scope",
            (await Person.ReadAsync(last)).QuerySelector("#problems")!.TextContent,
            StringComparison.Ordinal
        );
    }

    private static async Task<IHtmlDocument> OpenAsync(Person person, string text)
    {
        using var answer = await person.SubmitAsync("/policies/new", "policy", ("Draft.Document", text), ("Draft.Action", "form"));
        return await Person.ReadAsync(answer);
    }

    private static IEnumerable<string> Values(IHtmlDocument page, string selector) =>
        page.QuerySelectorAll(selector).Select(input => input.GetAttribute("value") ?? "");

    private static string Words(IElement element) =>
        string.Join(' ', element.TextContent.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
}
