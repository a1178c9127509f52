using System.Text.Json.Nodes;
using IwTune.Agent.Cli.Surveying;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Cli.Surveying;

/// <summary>The output and exit codes of `iwtune survey`, against real servers.</summary>
public sealed class SurveyVerbTests
{
    private const string List = """
        10.96.0.3:8000 /large.css
        10.96.0.4:8000
        10.96.0.5:8001   # a short answer
        10.96.0.6:8002   # nothing listens there
        10.96.0.6:8000
        """;

    [Fact]
    public async Task Each_host_is_read_by_its_own_window_and_the_next_survey_shows_what_changed()
    {
        Privileged.Require();
        using var hosts = Four();
        var first = await hosts.SurveyAsync(List, "--json");
        var rows = Rows(first);
        Assert.Equal((1, ""), (first.Exit, first.Error));
        Assert.Equal([4, 20, null, null], [Segments(rows[0]), Segments(rows[1]), Segments(rows[3]), Segments(rows[4])]);
        Assert.Equal(
            [(true, "IwLimited"), (true, "IwLimited"), (false, "DataLimited")],
            rows.Take(3).Select(row => ((bool)row["exact"]!, (string)row["reading"]!["verdict"]!))
        );
        Assert.InRange(Segments(rows[2])!.Value, 1, 3);
        // initrwnd caps what a SYN-ACK announces: segments of 1,448 bytes, because timestamps take 12 (tcp_select_initial_window).
        Assert.Equal([10 * 1448, 30 * 1448], rows.Take(2).Select(row => (int)row["reading"]!["receiveWindow"]!));
        Assert.All(rows.Take(3), row => Assert.InRange((int)row["reading"]!["receiveScale"]!, 0, 14));
        Assert.All(rows.Take(3), row => Assert.InRange((long)row["reading"]!["rttMicroseconds"]!, 2_000, 60_000));
        Assert.Equal(524, (int)rows[0]["reading"]!["mss"]!);
        Assert.Contains("Connection refused", (string)rows[3]["reading"]!["failure"]!, StringComparison.Ordinal);
        Assert.Contains("was not asked", (string)rows[4]["reading"]!["failure"]!, StringComparison.Ordinal);
        Assert.All(rows, row => Assert.Null(row["before"]));

        hosts.Give(3, initcwnd: 10, initrwnd: 10);
        var second = await hosts.SurveyAsync(List);
        var lines = second.Out.Split('\n');
        Assert.Matches(
            @"^10\.96\.0\.3:8000 +10 +5240 +initial window +524 +14480, scale \d+ +\d+\.\d+ +was 4 on \d{4}-\d\d-\d\d$",
            lines[1]
        );
        Assert.Matches(@"^10\.96\.0\.4:8000 +20 +10480 +initial window +524 +43440, scale \d+ +\d+\.\d+$", lines[2]);
        Assert.Matches(@"^10\.96\.0\.5:8001 +≥ [123] +\d+ +answer", lines[3]);
        Assert.Matches(@"^10\.96\.0\.6:8002 +– +– +not read \[1\]", lines[4]);
        Assert.Contains("\n[1] 10.96.0.6:8002 was not reached: Connection refused.", second.Out, StringComparison.Ordinal);
        Assert.Contains("5 services, 3 read, 1 changed. Kept in ", second.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Connections_to_one_host_and_to_the_next_are_the_pause_apart()
    {
        Privileged.Require();
        using var hosts = Four();
        var said = await hosts.SurveyAsync("10.96.0.3:8000\n10.96.0.4:8000\n");
        Assert.Equal((0, ""), (said.Exit, said.Error));
        // Three connections to each host at least: two pauses within, and one between the hosts.
        Assert.InRange(hosts.Clock.Waits, 5, int.MaxValue);
    }

    [Fact]
    public async Task Ctrl_C_keeps_what_was_read()
    {
        Privileged.Require();
        using var hosts = Four();
        using var stop = new CancellationTokenSource();
        var run = hosts.SurveyAsync(List, stop.Token);
        var history = new SurveyHistory(hosts.History);
        await Until.TrueAsync(() => history.Read().Lines.Count > 0, () => "no reading");
        await stop.CancelAsync();
        var said = await run;
        var kept = history.Read().Lines.Count;
        Assert.InRange(kept, 1, 4);
        Assert.Equal((1, ""), (said.Exit, said.Error));
        Assert.Contains($"\nInterrupted. {(kept == 1 ? "1 service" : $"{kept} services")}, ", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_the_privilege_no_host_is_asked()
    {
        Privileged.Require();
        using var hosts = Four();
        var list = Path.Combine(Path.GetTempPath(), $"iwtune-{Guid.NewGuid():N}.txt");
        var history = Path.ChangeExtension(list, "jsonl");
        File.WriteAllText(list, List);
        try
        {
            var ran = hosts.Unprivileged("survey", list, "--history", history);
            // Kernels before the restriction permit it to all users.
            if (ran.ExitCode == 1)
                return;
            Assert.Equal((5, ""), (ran.ExitCode, ran.Output));
            Assert.Contains("CAP_NET_ADMIN. Nothing was sent.", ran.Error, StringComparison.Ordinal);
            Assert.Equal("", File.ReadAllText(history));
        }
        finally
        {
            File.Delete(list);
            File.Delete(history);
        }
    }

    private static SurveyedHosts Four()
    {
        var hosts = new SurveyedHosts();
        hosts.Give(3, initcwnd: 4, initrwnd: 10);
        hosts.Give(4, initcwnd: 20, initrwnd: 30);
        hosts.Give(5, initcwnd: 10, initrwnd: 30);
        hosts.Give(6, initcwnd: 10, initrwnd: 30);
        return hosts;
    }

    private static List<JsonNode> Rows(Said said) => [.. JsonNode.Parse(said.Out)!["rows"]!.AsArray().Select(row => row!)];

    private static int? Segments(JsonNode row) => (int?)row["reading"]!["segments"];
}
