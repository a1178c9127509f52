using System.Net;
using IwTune.Server.Features.Users;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Console;

public sealed class SignInLimitTests
{
    [Fact]
    public async Task Too_many_tries_get_a_page_that_says_when_to_come_back_and_another_address_is_not_locked_out()
    {
        await using var server = await RunningServer.StartAsync();
        var password = await AddUser.RunAsync(server.Database, server.Clock, "test", "ada", [new(Role.Viewer)]);
        using var guesser = Person.Stranger(server);

        using var refused = await GuessUntilRefusedAsync(guesser);
        var page = await Person.ReadAsync(refused, HttpStatusCode.TooManyRequests);

        Assert.Contains("Too many requests", page.QuerySelector("h1, h2")!.TextContent, StringComparison.Ordinal);
        Assert.Contains("Too many attempts. Nothing was changed. Wait ", page.Body!.TextContent, StringComparison.Ordinal);
        Assert.NotNull(page.QuerySelector("link[rel=stylesheet]"));
        Assert.InRange(refused.Headers.RetryAfter!.Delta!.Value.TotalSeconds, 1, 60);
        Assert.Equal(HttpStatusCode.OK, (await guesser.GetAsync("/sign-in")).StatusCode);

        using var ada = Person.Stranger(server, from: "127.0.0.2");
        using var welcome = await ada.SubmitAsync("/sign-in", "sign-in", ("Input.Name", "ada"), ("Input.Password", password!));
        Assert.Equal(HttpStatusCode.Redirect, welcome.StatusCode);
    }

    /// <summary>Forms are sent from one page, so that only the submissions count.</summary>
    private static async Task<HttpResponseMessage> GuessUntilRefusedAsync(Person guesser)
    {
        var page = await guesser.OpenAsync("/sign-in");
        for (var i = 0; i < 200; i++)
        {
            var answer = await guesser.SendAsync(page, "/sign-in", "sign-in", ("Input.Name", $"nobody-{i}"), ("Input.Password", "guess"));
            if (answer.StatusCode != HttpStatusCode.OK)
                return answer;
            answer.Dispose();
        }
        throw new Xunit.Sdk.XunitException("two hundred guesses were all let through");
    }
}
