using System.Net;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Console;

public sealed class SignInPageTests
{
    [Theory]
    [InlineData("/")]
    [InlineData("/hosts")]
    [InlineData("/hosts/rows")]
    [InlineData("/hosts.csv")]
    [InlineData("/policies/new")]
    [InlineData("/enrolment")]
    [InlineData("/audit")]
    [InlineData("/about")]
    [InlineData("/palette")]
    public async Task A_page_asks_a_stranger_to_sign_in_and_leads_back(string address)
    {
        await using var server = await RunningServer.StartAsync();
        using var stranger = Person.Stranger(server);

        using var answer = await stranger.GetAsync(address);

        Assert.Equal(HttpStatusCode.Redirect, answer.StatusCode);
        Assert.Equal($"/sign-in?back={Uri.EscapeDataString(address)}", answer.Headers.Location!.PathAndQuery);
    }

    [Fact]
    public async Task A_wrong_password_is_refused_and_the_name_stays()
    {
        await using var server = await RunningServer.StartAsync();
        using var stranger = Person.Stranger(server);

        using var answer = await stranger.SubmitAsync("/sign-in", "sign-in", ("Input.Name", "<admin>"), ("Input.Password", "guess"));
        var page = await Person.ReadAsync(answer);

        Assert.Equal("<admin>", page.QuerySelector("#name")!.GetAttribute("value"));
        Assert.Null(page.QuerySelector("#password")!.GetAttribute("value"));
        Assert.NotNull(page.QuerySelector("[role=alert]"));
    }

    [Fact]
    public async Task Signing_out_ends_the_session()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);

        using var away = await person.SubmitAsync("/sign-out", "sign-out");

        Assert.Equal(HttpStatusCode.Redirect, away.StatusCode);
        Assert.Equal("\"cache\", \"storage\"", away.Headers.GetValues("Clear-Site-Data").Single());
        using var after = await person.GetAsync("/hosts");
        Assert.Equal(HttpStatusCode.Redirect, after.StatusCode);
    }

    [Fact]
    public async Task Somebody_who_may_only_read_sees_no_buttons_and_is_forbidden_the_editor()
    {
        await using var server = await RunningServer.StartAsync();
        using var reader = await Person.SignedInAsync(server, Role.Viewer);

        var list = await reader.OpenAsync("/policies");
        var editor = await reader.OpenAsync("/policies/new", HttpStatusCode.Forbidden);

        Assert.Null(list.QuerySelector("a[href='/policies/new']"));
        Assert.DoesNotContain("/enrolment", list.QuerySelectorAll("nav a").Select(a => a.GetAttribute("href")));
        Assert.Equal("Permission required", editor.QuerySelector("h1")!.TextContent);
        Assert.Contains("It needs PoliciesPublish", editor.QuerySelector("main")!.TextContent, StringComparison.Ordinal);
        Assert.NotEmpty(editor.QuerySelectorAll("nav a[href='/policies']"));
    }
}
