using System.Text.Json.Nodes;
using IwTune.Agent.Cli.Surveying;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli.Surveying;

/// <summary>What `iwtune survey` does before it asks a host, and without asking one.</summary>
public sealed class SurveyWithoutHostsTests : IDisposable
{
    private static readonly DateTimeOffset Noon = new(2026, 11, 20, 12, 0, 0, TimeSpan.Zero);

    private readonly Bench _bench = new();
    private readonly Shell _shell;

    public SurveyWithoutHostsTests() => _shell = new Shell(_bench);

    [Theory]
    [InlineData(21, true)]
    [InlineData(20, false)]
    public async Task A_list_of_more_than_twenty_needs_the_owners_permission(int services, bool refused)
    {
        var list = string.Concat(Enumerable.Range(1, services).Select(port => $"127.0.0.1:{port}\n"));
        var said = await _shell.RunAsync("survey", _shell.File("hosts.txt", list));
        Assert.Equal(
            refused,
            said.Exit == 64
                && said.Error.Contains(
                    $"hosts.txt has {services} services. For more than 20, add --i-have-permission if the owners of all of them agree. "
                        + "Nothing was sent.",
                    StringComparison.Ordinal
                )
        );
        Assert.Equal(refused, !File.Exists(History));
    }

    [Fact]
    public async Task Every_problem_of_the_list_has_its_file_and_line()
    {
        _shell.InputBytes = "a.example /x y\n\nb.example mss=1\na.example\n"u8.ToArray();
        var said = await _shell.RunAsync("survey", "-");
        Assert.Equal((64, ""), (said.Exit, said.Out));
        Assert.Collection(
            said.Error.TrimEnd().Split('\n'),
            line => Assert.StartsWith("standard input:1: 'y' is unknown", line, StringComparison.Ordinal),
            line => Assert.StartsWith("standard input:3: 'mss=1': write", line, StringComparison.Ordinal),
            line => Assert.Equal("Nothing was sent.", line)
        );
    }

    [Theory]
    [InlineData("FILE is missing")]
    [InlineData("--host is for --show", "hosts.txt", "--host", "a.example")]
    [InlineData("--show and --published take no list", "hosts.txt", "--show")]
    [InlineData("ask for one of them", "--show", "--published")]
    [InlineData("hosts.txt cannot be read", "/nowhere/hosts.txt")]
    [InlineData("--pause '0.9s': write a number and a unit (ms, s, m, h, d), as in 5s; from 1s to 1h", "hosts.txt", "--pause", "0.9s")]
    [InlineData("--push sends a survey", "--show", "--push")]
    [InlineData("--history: the name of the file is empty", "--show", "--history", "")]
    public async Task What_does_not_go_together_is_refused(string because, params string[] args)
    {
        var said = await _shell.RunAsync(["survey", .. args]);
        Assert.Equal((64, ""), (said.Exit, said.Out));
        Assert.Contains(because, said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_history_shows_the_last_reading_of_each_service_and_its_change()
    {
        Keep(
            Reading("a.example", 80, 4, 0),
            Reading("b.example", 443, 10, 0),
            Reading("a.example", 80, null, 1),
            Reading("a.example", 80, 10, 2)
        );
        await File.AppendAllTextAsync(History, "{\"torn");
        var said = await _shell.RunAsync("survey", "--show");
        Assert.Equal((0, ""), (said.Exit, said.Error));
        Assert.Equal(
            $"""
            HOST           INITIAL WINDOW  BYTES  LIMITED BY      MSS  RECEIVE WINDOW  RTT ms  READ                  CHANGE
            a.example:80               10   5240  initial window  524  64240, scale 7     2.0  2026-11-22 12:00:00Z  was 4 on 2026-11-20
            b.example:443              10   5240  initial window  524  64240, scale 7     2.0  2026-11-20 12:00:00Z
            Readings are kept in {History}.
            1 line of it cannot be read and is left out.

            """,
            said.Out
        );
    }

    [Fact]
    public async Task The_history_of_a_host_has_every_reading_of_it()
    {
        Keep(
            Reading("a.example", 80, 4, 0),
            Reading("b.example", 80, 4, 0),
            Reading("a.example", 80, null, 1),
            Reading("a.example", 443, 10, 2)
        );
        var said = await _shell.RunAsync("survey", "--show", "--host", "A.example", "--json");
        var rows = JsonNode.Parse(said.Out)!["rows"]!.AsArray();
        Assert.Equal(["a.example:443", "a.example:80", "a.example:80"], rows.Select(row => (string)row!["service"]!));
        Assert.Equal([10, null, 4], rows.Select(row => (int?)row!["reading"]!["segments"]));
        Assert.Equal(4, (int?)rows[1]!["before"]!["segments"]);
    }

    [Fact]
    public async Task A_survey_that_is_to_be_pushed_needs_its_server_before_the_first_host_is_asked()
    {
        var said = await _shell.RunAsync("survey", _shell.File("hosts.txt", "127.0.0.1:1\n"), "--push", "--token", "t", "--ca-pin", "x");
        Assert.Equal((64, ""), (said.Exit, said.Out));
        Assert.Contains("--server is missing", said.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(History));
    }

    [Fact]
    public async Task Pushing_an_empty_history_says_how_to_make_one()
    {
        var said = await _shell.RunAsync("fleet", "surveys", "push");
        Assert.Equal(new Said(64, "", $"{History} has no survey; 'iwtune survey FILE' makes one. Nothing was sent.\n"), said);
    }

    [Fact]
    public async Task A_survey_that_a_server_would_refuse_is_not_sent()
    {
        Keep(Reading("a.example", 80, 4, 0), Reading("a.example", 80, 4, 0));
        var said = await _shell.RunAsync("fleet", "surveys", "push", History);
        Assert.Equal(new Said(64, "", $"{History}: readings[1]: a.example:80 is in readings[0] too\nNothing was sent.\n"), said);
    }

    [Fact]
    public async Task A_history_that_is_not_there_has_no_readings() =>
        Assert.Equal(new Said(0, $"No readings in {History}.\n", ""), await _shell.RunAsync("survey", "--show"));

    [Fact]
    public async Task The_published_windows_have_their_years_and_their_source()
    {
        var said = await _shell.RunAsync("survey", "--published");
        Assert.Equal((0, ""), (said.Exit, said.Error));
        Assert.StartsWith(
            "NETWORK                  2011  AUG 2014  FEB 2017\nCacheFly                    3        66        46\n",
            said.Out,
            StringComparison.Ordinal
        );
        Assert.Contains(
            $"Segments. Source: CDN Planet, Initcwnd settings of major CDN providers, {CdnWindow.Source}\n",
            said.Out,
            StringComparison.Ordinal
        );
        Assert.EndsWith($"{CdnWindow.Note}\n", said.Out, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }

    private string History => _bench.State.File(SurveyHistory.Name);

    private void Keep(params SurveyReading[] readings)
    {
        foreach (var reading in readings)
            new SurveyHistory(History).Append(new SurveyLine(reading.Taken, reading));
    }

    private static SurveyReading Reading(string host, int port, int? segments, int day) =>
        new()
        {
            Host = host,
            Port = port,
            Tls = false,
            Taken = Noon.AddDays(day),
            Segments = segments,
            Verdict = segments is null ? null : FlightVerdict.IwLimited,
            Bytes = segments * 524,
            Mss = segments is null ? null : 524,
            RttMicroseconds = segments is null ? null : 2_000,
            ReceiveWindow = segments is null ? null : 64_240,
            ReceiveScale = segments is null ? null : 7,
            Failure = segments is null ? "It failed." : "",
        };
}
