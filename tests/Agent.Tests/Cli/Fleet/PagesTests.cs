using System.Globalization;
using System.Text.Json;
using IwTune.Agent.Control;
using IwTune.Agent.Tests.Control;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli.Fleet;

/// <summary>A list that the server gives in pages is shown completely, or up to the requested limit.</summary>
[Collection("command line")]
public sealed class PagesTests : IDisposable
{
    private const int Users = 7;

    private readonly Bench _bench = new();
    private readonly TestAuthority _authority = new();
    private readonly TestServer _server;
    private readonly Shell _shell;

    public PagesTests()
    {
        _shell = new Shell(_bench);
        _server = new TestServer(_authority) { Answer = (line, _, _) => Answer(line.Split(' ')[1]) };
    }

    [Theory]
    [InlineData(null, 7, 3)]
    [InlineData(7, 7, 1)]
    [InlineData(2, 2, 1)]
    [InlineData(100, 7, 1)]
    public async Task A_list_is_read_page_after_page_to_its_end_or_to_the_limit(int? limit, int rows, int calls)
    {
        string[] asked = ["fleet", "users", "list", "--json", .. limit is { } most ? ["--limit", $"{most}"] : Array.Empty<string>()];
        var said = await _shell.RunAsync([
            .. asked,
            "--server",
            _server.Address.ToString(),
            "--token",
            "t",
            "--ca-pin",
            CaPin.Of(_authority.Root).ToString(),
        ]);

        Assert.True(said.Exit == 0, said.Error);
        var names = JsonSerializer.Deserialize(said.Out, AccessJson.Default.IReadOnlyListUserSummary)!.Select(user => user.Name);
        Assert.Equal(Enumerable.Range(0, rows).Select(i => $"u{i}"), names);
        Assert.Equal(calls, _server.Requests.Count(request => request.Line.Contains(FleetPaths.Users, StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_link_to_another_server_is_not_followed()
    {
        _server.Answer = (line, _, _) =>
            line.Contains("/ca", StringComparison.Ordinal)
                ? (200, "", _authority.Pem)
                : (200, "Link: <https://elsewhere.example/api/v1/users>; rel=\"next\"\r\n", "[]");
        var said = await _shell.RunAsync(
            "fleet",
            "users",
            "list",
            "--json",
            "--server",
            _server.Address.ToString(),
            "--token",
            "t",
            "--ca-pin",
            CaPin.Of(_authority.Root).ToString()
        );

        Assert.True(said.Exit == 0, said.Error);
        Assert.Equal(2, _server.Requests.Count);
    }

    [Fact]
    public async Task A_limit_of_nothing_is_refused() =>
        Assert.Equal(
            64,
            (
                await _shell.RunAsync(
                    "fleet",
                    "users",
                    "list",
                    "--limit",
                    "0",
                    "--server",
                    _server.Address.ToString(),
                    "--token",
                    "t",
                    "--ca-pin",
                    CaPin.Of(_authority.Root).ToString()
                )
            ).Exit
        );

    public void Dispose()
    {
        _server.Dispose();
        _authority.Dispose();
        _shell.Dispose();
        _bench.Dispose();
    }

    /// <summary>Three rows a page unless the request gives a number.</summary>
    private (int Status, string Headers, string Body) Answer(string path)
    {
        if (path == AgentPaths.Authority)
            return (200, "", _authority.Pem);
        var asked = path.Split('?', 2) is [_, var query]
            ? query
                .Split('&')
                .Select(one => one.Split('='))
                .ToDictionary(one => one[0], one => int.Parse(one[1], CultureInfo.InvariantCulture))
            : [];
        var (begin, most) = (asked.GetValueOrDefault("after"), asked.GetValueOrDefault("limit", 3));
        var rows = Enumerable
            .Range(begin, Math.Min(most, Users - begin))
            .Select(i => new UserSummary
            {
                Name = $"u{i}",
                Grants = [],
                Created = _bench.Clock.GetUtcNow(),
                Tokens = 0,
            })
            .ToList();
        var link =
            begin + most < Users
                ? $"Link: <{FleetPaths.Users}?{(asked.ContainsKey("limit") ? $"limit={most}&" : "")}after={begin + most}>; rel=\"next\"\r\n"
                : "";
        return (200, link, JsonSerializer.Serialize(rows, AccessJson.Default.IReadOnlyListUserSummary));
    }
}
