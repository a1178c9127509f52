using System.Net;
using System.Text;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;
using Microsoft.Extensions.Logging;

namespace IwTune.Server.Tests.Features.Identity;

public sealed class RefusedCallsTests
{
    [Fact]
    public async Task A_wrong_secret_of_a_host_is_a_line_with_its_id_and_without_the_secret()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        using var log = Recorded(server);
        foreach (var id in (string[])[host.Id, "no-host-of-this-server"])
        {
            var call = server.Client($"{AgentPaths.HostScheme} {id}.a-guess-of-a-stranger");
            using var body = new StringContent("{}", Encoding.UTF8, "application/x-ndjson");
            await (await call.PostAsync(AgentPaths.Reports, body)).ProblemAsync(HttpStatusCode.Unauthorized);
        }
        Assert.Single(log.Lines, $"A call as host ‘{host.Id}’ from 127.0.0.1 was refused: its secret is wrong");
        Assert.Single(log.Lines, "A call as host ‘no-host-of-this-server’ from 127.0.0.1 was refused: there is no such host");
        Assert.DoesNotContain(log.Lines, line => line.Contains("a-guess-of-a-stranger", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Refused_input_of_a_host_names_the_host()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        using var log = Recorded(server);
        using var answer = await host.ReportTextAsync("no report\n");
        Assert.Equal(HttpStatusCode.BadRequest, answer.StatusCode);
        Assert.Single(
            log.Lines,
            line => line.StartsWith($"host:{host.Id} from 127.0.0.1 was refused POST {AgentPaths.Reports}:", StringComparison.Ordinal)
        );
    }

    [Fact]
    public async Task What_a_caller_may_not_see_is_a_line_although_the_answer_is_that_it_does_not_exist()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync("ams-1", "", ("site", "ams"));
        using var log = Recorded(server);
        using var everywhere = await server.ApiAsync(Role.Viewer);
        await (await everywhere.GetAsync(FleetPaths.Host("none"))).ProblemAsync(HttpStatusCode.NotFound);
        Assert.DoesNotContain(log.Lines, IsRefusal);

        using var scoped = await server.ApiAsync(Role.Viewer, "site:fra");
        await (await scoped.GetAsync(FleetPaths.Host(host.Id))).ProblemAsync(HttpStatusCode.NotFound);
        using var person = await Person.SignedInAsync(server, "ada", new AccessGrant(Role.Viewer, "site:fra"));
        await person.OpenAsync($"/hosts/{host.Id}", HttpStatusCode.NotFound);
        var lines = log.Lines.Where(IsRefusal).ToList();
        Assert.Equal(2, lines.Count);
        Assert.Contains(
            $"was refused GET {FleetPaths.Host(host.Id)}: it does not exist, or is outside",
            lines[0],
            StringComparison.Ordinal
        );
        Assert.Equal(
            $"user:ada from 127.0.0.1 was refused GET /hosts/{host.Id}: it does not exist, or is outside the caller’s scope ('site:fra')",
            lines[1]
        );
    }

    [Fact]
    public async Task Refused_input_is_a_line_with_its_reason_in_which_nothing_is_hidden()
    {
        await using var server = await RunningServer.StartAsync();
        using var log = Recorded(server);
        using var api = await server.ApiAsync();
        await (await api.PostAsync(FleetPaths.Policies, Json("[\u001b"))).ProblemAsync(HttpStatusCode.BadRequest);
        await (await api.PostAsync(FleetPaths.Policies, new StringContent("a"))).ProblemAsync(HttpStatusCode.UnsupportedMediaType);
        var lines = log.Lines.Where(IsRefusal).ToList();
        Assert.Equal(2, lines.Count);
        Assert.EndsWith($"was refused POST {FleetPaths.Policies}: The request cannot be read.", lines[0], StringComparison.Ordinal);
        Assert.EndsWith($"was refused POST {FleetPaths.Policies}: The body must be JSON.", lines[1], StringComparison.Ordinal);
        Assert.All(lines, line => Assert.DoesNotContain(line, char.IsControl));
    }

    [Fact]
    public async Task A_forged_form_is_a_line_and_so_are_too_many_attempts()
    {
        await using var server = await RunningServer.StartAsync();
        using var log = Recorded(server);
        using var person = await Person.SignedInAsync(server, Role.Viewer);
        using var forged = await person.PostAsync("/account", new Dictionary<string, string> { ["_handler"] = "password" });
        Assert.Equal(HttpStatusCode.BadRequest, forged.StatusCode);
        Assert.Single(log.Lines, "user:pviewer from 127.0.0.1 was refused POST /account: The antiforgery token is missing or old.");

        using var guesser = Person.Stranger(server, from: "127.0.0.2");
        HttpStatusCode status;
        do
        {
            using var answer = await guesser.PostAsync("/sign-in", new Dictionary<string, string> { ["_handler"] = "sign-in" });
            status = answer.StatusCode;
        } while (status == HttpStatusCode.BadRequest);
        Assert.Equal(HttpStatusCode.TooManyRequests, status);
        Assert.Single(log.Lines, "An unknown caller from 127.0.0.2 was refused POST /sign-in: too many attempts");
    }

    private static StringContent Json(string text) => new(text, Encoding.UTF8, "application/json");

    private static bool IsRefusal(string line) => line.Contains(" was refused ", StringComparison.Ordinal);

    private static LogRecorder Recorded(RunningServer server)
    {
        var log = new LogRecorder();
        server.Get<ILoggerFactory>().AddProvider(log);
        return log;
    }
}
