using System.Net.Http.Json;
using System.Text;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Server.Tests.Features.Identity;

/// <summary>Refusals and effects of a change by a person with a scope do not depend on hosts outside of it.</summary>
public sealed class ScopedAnswersTests
{
    private const int Mine = 10;

    [Fact]
    public async Task A_confirmation_counts_the_hosts_in_scope_alone()
    {
        await using var server = await RunningServer.StartAsync();
        using var fra = await server.ApiAsync(Role.Operator, "site:fra");
        await EnrolAsync(server, "fra", Mine);
        Assert.Equal("201", await PublishAsync(fra, new(Policy(8), "why", "site:fra", Confirm: Mine)));

        var before = await RefusalsAsync(fra);
        await EnrolAsync(server, "ams", Mine + 1);
        Assert.Equal(before, await RefusalsAsync(fra));
        Assert.All(
            before,
            refusal => Assert.Contains($"this changes {Mine} of {Mine} hosts, more than half", refusal, StringComparison.Ordinal)
        );
    }

    [Fact]
    public async Task The_console_counts_the_hosts_in_scope_alone()
    {
        await using var server = await RunningServer.StartAsync();
        using var ada = await Person.SignedInAsync(server, "ada", new AccessGrant(Role.Operator, "site:fra"));
        await EnrolAsync(server, "fra", Mine);
        await EnrolAsync(server, "ams", Mine + 1);
        foreach (
            var (address, form, fields) in ((string, string, (string, string)[])[])
                [
                    ("/hosts/label", "label", [("Input.Selector", "site:fra"), ("Input.Key", "rack"), ("Input.Value", "7")]),
                    ("/holds/set", "hold", [("Input.Selector", "site:fra")]),
                ]
        )
        {
            using var answer = await ada.SubmitAsync(address, form, fields);
            var page = await Person.ReadAsync(answer);
            Assert.Contains($"{Mine} hosts of {Mine}", page.Body!.TextContent, StringComparison.Ordinal);
            Assert.NotNull(page.QuerySelector("input[name='Input.Confirm']"));
            Assert.DoesNotContain($"{(2 * Mine) + 1}", page.QuerySelector("main")!.TextContent, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("host")]
    [InlineData("id")]
    public async Task A_selector_that_names_hosts_has_one_effect_whether_or_not_a_host_outside_the_scope_has_the_other_name(string key)
    {
        await using var server = await RunningServer.StartAsync();
        using var fra = await server.ApiAsync(Role.Operator, "site:fra");
        var mine = (await EnrolAsync(server, "fra", 1))[0];
        var hidden = (await EnrolAsync(server, "ams", 1))[0];
        var own = key == "id" ? mine.Id : mine.Facts.HostName;
        string[] others = key == "id" ? [hidden.Id, $"{Guid.Empty}"] : [hidden.Facts.HostName, "missing"];
        foreach (
            var (path, more) in ((string, string)[])
                [
                    (FleetPaths.Holds, ""),
                    (FleetPaths.Release, ""),
                    (FleetPaths.Labels, ""","key":"rack","value":"RACK" """),
                    (FleetPaths.Exceptions, ""","endless":true"""),
                ]
        )
        {
            var answers = new List<string>();
            foreach (var other in others)
            {
                // A release needs a hold, and a label another value each time.
                if (path == FleetPaths.Release)
                    await SendAsync(fra, FleetPaths.Holds, $"{key}:{own}", "");
                answers.Add(await SendAsync(fra, path, $"{key}:{own},{other}", more.Replace("RACK", other, StringComparison.Ordinal)));
                if (path == FleetPaths.Holds)
                    await SendAsync(fra, FleetPaths.Release, $"{key}:{own}", "");
            }
            Assert.Equal(answers[0], answers[1]);
            Assert.StartsWith(path == FleetPaths.Exceptions ? "403 " : "200", answers[0], StringComparison.Ordinal);
        }
        // A person who sees both reads that one of them is beyond the grant.
        using var both = await server.ApiAsync(new AccessGrant(Role.Viewer), new AccessGrant(Role.Operator, "site:fra"));
        Assert.StartsWith("403 ", await SendAsync(both, FleetPaths.Holds, $"{key}:{own},{others[0]}", ""), StringComparison.Ordinal);
    }

    private static string Policy(int window) => $"policy: mine\nwindow: {{ initcwnd: {window} }}\nscopes: [default]\n";

    private static async Task<List<TestHost>> EnrolAsync(RunningServer server, string site, int count)
    {
        var hosts = new List<TestHost>();
        for (var i = 1; i <= count; i++)
            hosts.Add(await server.EnrolAsync($"{site}-{i}", "", ("site", site)));
        return hosts;
    }

    /// <summary>Every kind of change of all hosts in scope, without its confirmation.</summary>
    private static async Task<List<string>> RefusalsAsync(HttpClient fra) =>
        [
            await SendAsync(fra, FleetPaths.Holds, "site:fra", ""),
            await SendAsync(fra, FleetPaths.Labels, "site:fra", ""","key":"rack","value":"7" """),
            await SendAsync(fra, FleetPaths.Exceptions, "site:fra", ""","endless":true"""),
            await PublishAsync(fra, new(Policy(7), "why")),
        ];

    private static async Task<string> SendAsync(HttpClient fra, string path, string selector, string more) =>
        await ReadAsync(await fra.PostAsync(path, Json($$"""{"selector":"{{selector}}","reason":"why"{{more}}}""")));

    private static async Task<string> PublishAsync(HttpClient fra, PublishRequest request) =>
        await ReadAsync(await fra.PostAsJsonAsync(FleetPaths.Policies, request, PoliciesJson.Default.PublishRequest));

    private static StringContent Json(string text) => new(text, Encoding.UTF8, "application/json");

    /// <summary>Status and, of a refusal, every problem.</summary>
    private static async Task<string> ReadAsync(HttpResponseMessage answer)
    {
        using (answer)
        {
            if (answer.IsSuccessStatusCode)
                return $"{(int)answer.StatusCode}";
            var problem = await answer.ProblemAsync(answer.StatusCode);
            return $"{problem.Status} {problem.Title} {problem.Detail} {string.Join(' ', problem.Problems?.Select(one => one.Rule) ?? [])}";
        }
    }
}
