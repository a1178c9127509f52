using System.Net;
using IwTune.Lab;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace IwTune.Server.Tests.Features.Identity;

/// <summary>--calls, and exports under way: no credential takes the room of the others.</summary>
public sealed class CallerLimitsTests
{
    private const int Many = 60,
        Burst = 10;

    [Fact]
    public async Task A_token_that_calls_too_often_waits_while_others_are_served()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { CallsPerSecond = 1 });
        using var greedy = await server.ApiAsync(Role.Viewer);
        using var modest = await server.ApiAsync(Role.Auditor);
        var answers = await AtOnceAsync(greedy, FleetPaths.Hosts);
        var refused = answers.Where(IsRefused).ToList();
        Assert.NotEmpty(refused);
        Assert.InRange(answers.Count(answer => answer.StatusCode == HttpStatusCode.OK), Burst, Many - refused.Count);
        var problem = await refused[0].ProblemAsync(HttpStatusCode.TooManyRequests);
        Assert.Contains("Too many calls by this caller", problem.Title, StringComparison.Ordinal);
        Assert.InRange(refused[0].Headers.RetryAfter!.Delta!.Value, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(10));
        Assert.Equal(HttpStatusCode.OK, (await modest.GetAsync(FleetPaths.Hosts)).StatusCode);
        await Until.TrueAsync(async () => (await greedy.GetAsync(FleetPaths.Hosts)).IsSuccessStatusCode, () => "it is refused for good");
    }

    [Fact]
    public async Task A_person_who_opens_too_many_pages_gets_one_that_says_when_to_come_back()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { CallsPerSecond = 1 });
        using var ada = await Person.SignedInAsync(server, "ada", new AccessGrant(Role.Viewer));
        using var eve = await Person.SignedInAsync(server, "eve", new AccessGrant(Role.Viewer));
        var refused = (await AtOnceAsync(ada.Http, "/hosts")).First(IsRefused);
        Assert.NotNull(refused.Headers.RetryAfter);
        var page = await Person.ReadAsync(refused, HttpStatusCode.TooManyRequests);
        var text = page.Body!.TextContent;
        Assert.Contains(
            "Too many calls by this caller. Nothing was changed. Wait 1 second, then try again.",
            text,
            StringComparison.Ordinal
        );
        // A form, and a part that a page loads.
        foreach (var part in new[] { await SubmittedAsync(ada), (await AtOnceAsync(ada.Http, "/rollouts/rows")).First(IsRefused) })
            Assert.True(IsRefused(part) && part.Headers.RetryAfter is not null, $"{part.RequestMessage!.RequestUri}: {part.StatusCode}");
        await eve.OpenAsync("/hosts");
        // The page to sign in is for people whom the server does not know yet.
        await ada.OpenAsync("/sign-in");
    }

    [Fact]
    public async Task A_persons_browser_and_personal_tokens_count_together_and_a_service_token_by_itself()
    {
        using var limits = new CallerLimits(new() { Data = "x", CallsPerSecond = 1 });
        for (var i = 0; i < Burst; i++)
            Assert.Equal(StatusCodes.Status200OK, await CallAsync(limits, Known("user:ada", "ada")));
        Assert.Equal(StatusCodes.Status429TooManyRequests, await CallAsync(limits, Known("token:script", "ada")));
        Assert.Equal(StatusCodes.Status200OK, await CallAsync(limits, Known("token:script")));
        Assert.Equal(StatusCodes.Status200OK, await CallAsync(limits, Known("user:eve", "eve")));
    }

    [Fact]
    public async Task One_caller_has_only_a_few_exports_under_way()
    {
        using var limits = new CallerLimits(new() { Data = "x" });
        var (ada, eve, ends) = (Known("user:ada", "ada"), Known("user:eve", "eve"), new TaskCompletionSource());
        var running = Enumerable.Range(0, CallerLimits.CostlyAtOnce).Select(_ => ExportAsync(ada, ends.Task)).ToList();
        Assert.Equal(StatusCodes.Status429TooManyRequests, await ExportAsync(ada, Task.CompletedTask));
        Assert.Equal(StatusCodes.Status200OK, await CallAsync(limits, ada));
        Assert.Equal(StatusCodes.Status200OK, await ExportAsync(eve, Task.CompletedTask));
        ends.SetResult();
        Assert.All(await Task.WhenAll(running), status => Assert.Equal(StatusCodes.Status200OK, status));
        Assert.Equal(StatusCodes.Status200OK, await ExportAsync(ada, Task.CompletedTask));

        Task<int> ExportAsync(Caller caller, Task work) => CallAsync(limits, caller, new CostlyCall(), work);
    }

    [Fact]
    public async Task Every_call_that_writes_a_whole_list_or_log_is_marked()
    {
        await using var server = await RunningServer.StartAsync();
        var marked = server
            .Get<EndpointDataSource>()
            .Endpoints.Where(endpoint => endpoint.Metadata.GetMetadata<CostlyCall>() is not null)
            .Select(endpoint => ((RouteEndpoint)endpoint).RoutePattern.RawText!)
            .Order(StringComparer.Ordinal);
        Assert.Equal(
            [
                "/api/v1/audit/export",
                "/api/v1/audit/verify",
                "/api/v1/compliance/export",
                "/api/v1/impact/csv",
                "/audit.csv",
                "/compliance/export.zip",
                "/hosts.csv",
                "/impact.csv",
                "/standing.csv",
            ],
            marked
        );
    }

    private static Task<HttpResponseMessage[]> AtOnceAsync(HttpClient caller, string address) =>
        Task.WhenAll(Enumerable.Range(0, Many).Select(_ => caller.GetAsync(address)));

    /// <summary>A form that is sent so often that it is refused.</summary>
    private static async Task<HttpResponseMessage> SubmittedAsync(Person person) =>
        (
            await Task.WhenAll(
                Enumerable.Range(0, Many).Select(_ => person.PostAsync("/account", new Dictionary<string, string> { ["_handler"] = "x" }))
            )
        ).First(IsRefused);

    private static bool IsRefused(HttpResponseMessage answer) => answer.StatusCode == HttpStatusCode.TooManyRequests;

    private static Caller Known(string actor, string? person = null) => new(actor, actor, actor, Rights.None, "test") { User = person };

    private static async Task<int> CallAsync(CallerLimits limits, Caller caller, CostlyCall? mark = null, Task? work = null)
    {
        var context = new DefaultHttpContext { User = caller.Principal() };
        context.SetEndpoint(new(null, mark is null ? EndpointMetadataCollection.Empty : new(mark), "a call"));
        await limits.LookAsync(context, _ => work ?? Task.CompletedTask);
        return context.Response.StatusCode;
    }
}
