using System.Globalization;
using System.Text.Json;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Agent.Tests.Cli.Fleet;

/// <summary>A list that the server gives in pages is shown completely, or up to the requested limit.</summary>
[Collection("command line")]
public sealed class PagesTests : IDisposable
{
    private const int Users = 7;

    private readonly FleetShell _fleet = new();

    public PagesTests() => _fleet.Answer = Answer;

    [Theory]
    [InlineData(null, 7, 3)]
    [InlineData(7, 7, 1)]
    [InlineData(2, 2, 1)]
    [InlineData(100, 7, 1)]
    public async Task A_list_is_read_page_after_page_to_its_end_or_to_the_limit(int? limit, int rows, int calls)
    {
        string[] typed = ["users", "list", "--json", .. limit is { } most ? ["--limit", $"{most}"] : Array.Empty<string>()];
        var said = await _fleet.RunAsync(typed);

        Assert.True(said.Exit == 0, said.Error);
        var names = JsonSerializer.Deserialize(said.Out, AccessJson.Default.IReadOnlyListUserSummary)!.Select(user => user.Name);
        Assert.Equal(Enumerable.Range(0, rows).Select(i => $"u{i}"), names);
        Assert.Equal(calls, _fleet.Asked.Count);
    }

    [Fact]
    public async Task A_link_to_another_server_is_not_followed()
    {
        _fleet.Answer = _ => (200, "Link: <https://elsewhere.example/api/v1/users>; rel=\"next\"\r\n", "[]");
        var said = await _fleet.RunAsync("users", "list", "--json");

        Assert.True(said.Exit == 0, said.Error);
        Assert.Single(_fleet.Asked);
    }

    [Fact]
    public async Task A_limit_of_nothing_is_refused() => Assert.Equal(64, (await _fleet.RunAsync("users", "list", "--limit", "0")).Exit);

    public void Dispose() => _fleet.Dispose();

    /// <summary>Three rows a page unless the request gives a number.</summary>
    private (int Status, string Headers, string Body) Answer(string path)
    {
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
                Created = _fleet.Now,
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
